"""Run the tests of searches by playouts: one worker a test."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from autograder.assignment.questions import Limits
from autograder.judging.verdicts import Verdict
from autograder.kinds.playouts.answers import PlayoutAnswers
from autograder.kinds.playouts.judging import PlayoutResult, judge
from autograder.kinds.playouts.observing import PlayoutsObserved, call, observe, seen
from autograder.kinds.playouts.question import PlayoutTest
from autograder.kinds.runner import Runner
from autograder.observing.bench import Bench
from autograder.observing.clues import Clue
from autograder.observing.observation import recursion_for
from autograder.observing.outcome import Outcome
from autograder.observing.repairing import Asked, Facets, Score, Trial
from autograder.trees.playouts import Playouts
from autograder.words.reports import NEVER_SEEN

LEAST_STEPS, STEPS_PER_ITERATION = 6_000, 300  # that a program may make on a tree


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

    def score(self, tests: Sequence[PlayoutTest]) -> Score:
        """How a program that was edited is tried: playout by playout."""
        question = tests[0].question
        trials = [self._trial(test, place) for place, test in enumerate(tests)]
        return Score(
            question.module,
            question.written(),
            trials,
            range(len(tests)),
            trees=[test.tree for test in tests],
        )

    def _trial(self, test: PlayoutTest, place: int) -> Trial:
        where = self.bench.sandbox, self.bench.staged.folder

        def ask() -> Asked:
            job, came = call(*where, test)
            return job, lambda ended: _facets(self.judged(test, came(ended)))

        return Trial(
            size=test.tree.iterations,
            steps=LEAST_STEPS + STEPS_PER_ITERATION * test.tree.iterations,
            recursion=recursion_for(test.tree),
            ask=ask,
            tree=place,
            payoff=Playouts(test.tree).payoff,
        )

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


def _facets(result: PlayoutResult) -> Facets:
    """Whether each facet is right, and how far the playouts are, in quarters."""
    far = result.right / len(result.played.playouts)
    right = [finding.verdict is Verdict.CORRECT for finding in result.findings]
    return (*right, *(far >= part / 4 for part in range(1, 5)))
