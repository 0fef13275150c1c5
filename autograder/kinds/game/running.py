"""Run the tests of games that students write: one worker, one walk a test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from autograder.assignment.questions import Limits
from autograder.judging.verdicts import Verdict
from autograder.kinds.game.answers import PlayAnswers
from autograder.kinds.game.judging import PlayResult, judge
from autograder.kinds.game.observing import PlayObserved, observe, unobserved, walk
from autograder.kinds.game.ownsearch import (
    Player,
    of_nobody,
    of_reference,
    of_student,
)
from autograder.kinds.game.question import Rules, Walk
from autograder.kinds.runner import Runner
from autograder.observing.bench import Bench
from autograder.observing.clues import Clue
from autograder.observing.outcome import Outcome
from autograder.observing.repairing import (
    LEAST_RECURSION,
    Asked,
    Facets,
    Score,
    Trial,
)

STEPS_PER_LINE = 1_500  # that a program may make


class Plays(Runner[Walk, PlayObserved, PlayResult]):
    """The tests of games of the submission on a bench."""

    def __init__(self, bench: Bench, answers: Mapping[str, PlayAnswers]) -> None:
        super().__init__(bench)
        self.answers = answers

    def observe(self, test: Walk, limits: Limits) -> PlayObserved:
        """What the game says along the lines of a test."""
        within = replace(test, question=replace(test.question, limits=limits))
        answers = self.answers[test.question.name]
        sandbox, folder = self.bench.sandbox, self.bench.staged.folder
        return observe(sandbox, folder, within, answers, self._player(within.question))

    def _player(self, question: Rules) -> Player | None:
        """Whoever plays on the game: the student's own search, or the reference's."""
        if not question.plays:
            return None
        if self.bench.staged.has(question.plays):
            sandbox, folder = self.bench.sandbox, self.bench.staged.folder
            return of_student(sandbox, folder, question)
        text = self.answers[question.name].player
        return of_reference(text) if text else of_nobody(question)

    def score(self, tests: Sequence[Walk]) -> Score | None:
        """How a program that was edited is tried: function by function.

        None where a search plays: its own question tells what is wrong of the game.
        """
        question = tests[0].question
        if question.plays:
            return None
        trials = [self._trial(test) for test in tests]
        return Score(question.module, question.written(), trials, range(len(tests)))

    def _trial(self, test: Walk) -> Trial:
        answers = self.answers[test.question.name]
        where = self.bench.sandbox, self.bench.staged.folder

        def ask() -> Asked:
            job, seen = walk(*where, test, answers)
            return job, lambda ended: _facets(self.judged(test, seen(ended)))

        lines = len(answers.walked(test))
        steps = STEPS_PER_LINE * lines
        return Trial(lines, steps, LEAST_RECURSION, ask, lies_there=False)

    def unobserved(self, test: Walk, *outcomes: Outcome) -> PlayObserved:
        """What stands for the walk where none is made."""
        del test
        return unobserved(outcomes[0])

    def judged(self, test: Walk, observed: PlayObserved) -> PlayResult:
        """The walk, held against the answers."""
        return judge(test, self.answers[test.question.name], observed)

    def repeated(self, result: PlayResult, second: PlayObserved | None) -> PlayResult:
        """The result with what a second run did."""
        return replace(result, second=second)

    def with_clues(self, result: PlayResult, clues: tuple[Clue, ...]) -> PlayResult:
        """The result with what the text of the submission tells of it."""
        return replace(result, clues=clues)

    def explained(self, result: PlayResult, seconds: float) -> PlayResult:
        """The result as it is: the line tells what is wrong."""
        del seconds
        return result


def _facets(result: PlayResult) -> Facets:
    """Whether each function is right, and whether the walk came to its end."""
    right = [finding.verdict is Verdict.CORRECT for finding in result.findings]
    return (*right, result.verdict is Verdict.CORRECT)
