"""Run the tests of searches by playouts: one worker a test."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from autograder.answers.playouts import PlayoutAnswers
from autograder.assignment.playouts import PlayoutTest
from autograder.assignment.questions import Limits
from autograder.judging.playouts import PlayoutResult, judge
from autograder.kinds.runner import Runner
from autograder.observing.bench import Bench
from autograder.observing.clues import Clue
from autograder.observing.outcome import Outcome
from autograder.observing.playouts import PlayoutsObserved, observe, seen
from autograder.words.reports import NEVER_SEEN


class Searches(Runner[PlayoutTest, PlayoutsObserved, PlayoutResult]):
    """The tests of searches by playouts of the submission on a bench."""

    def __init__(self, bench: Bench, answers: Mapping[str, PlayoutAnswers]) -> None:
        super().__init__(bench)
        self.answers = answers

    def observe(self, test: PlayoutTest, limits: Limits) -> PlayoutsObserved:
        """What a search does on a tree."""
        within = replace(test, question=replace(test.question, limits=limits))
        return observe(self.bench.sandbox, self.bench.staged.folder, within)

    def unobserved(self, test: PlayoutTest, *outcomes: Outcome) -> PlayoutsObserved:
        """What stands for the call where none is made."""
        return seen(test, outcomes[0])

    def judged(self, test: PlayoutTest, observed: PlayoutsObserved) -> PlayoutResult:
        """The result, held against what is right on the tree."""
        played = self.answers[test.question.name].trees[test.about]
        return judge(test, played, observed)

    def unseen(self, name: str, like: PlayoutResult) -> Iterator[PlayoutResult]:
        """What a question's search does on trees that it has not met."""
        bench, question = self.bench, like.test.question
        for tree, played in self.answers[name].unseen:
            if bench.budget.is_over():
                return
            test = replace(like.test, about=NEVER_SEEN, tree=tree, file=None)
            with bench.beside_others():
                observed = self.observe(test, question.limits)
            yield judge(test, played, observed)

    def repeated(
        self, result: PlayoutResult, second: PlayoutsObserved | None
    ) -> PlayoutResult:
        """The result with what a second run did."""
        return replace(result, second=second)

    def with_clues(
        self, result: PlayoutResult, clues: tuple[Clue, ...]
    ) -> PlayoutResult:
        """The result with what the text of the submission tells of it."""
        return replace(result, clues=clues)

    def explained(self, result: PlayoutResult, seconds: float) -> PlayoutResult:
        """The result as it is: its playouts tell all that is known of it."""
        del seconds
        return result
