"""A game that students write, walked along its lines of play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from autograder.assignment.file import Form
from autograder.assignment.questions import Assignment
from autograder.judging.verdicts import Verdict
from autograder.kinds.entries import (
    JudgedTest,
    Tally,
    add_lines,
    tally,
    tell_of_tables,
)
from autograder.kinds.game import question as plays
from autograder.kinds.game.judging import PlayResult, judge
from autograder.kinds.game.observing import (
    Player,
    PlayObserved,
    of_nobody,
    of_reference,
    of_student,
    walk,
)
from autograder.kinds.game.question import (
    BEGINS,
    GAME,
    UNCHANGED,
    PlayAnswers,
    Rules,
    Walk,
)
from autograder.kinds.game.words import OF_FUNCTIONS, WORDING
from autograder.kinds.kind import TREES, Files, Replays
from autograder.kinds.onejob import OneFile, OneJob, line_of_function
from autograder.observing.outcome import Outcome
from autograder.observing.repairing import (
    LEAST_RECURSION,
    Ended,
    Facets,
    Job,
    Score,
    Trial,
)
from autograder.report.gradebook import Gradebook

STEPS_PER_LINE = 1_500  # that a program may make
NO_SEARCH = (
    "`{}` is played by your own `{}.py`. Where you hand in none it is the right one, "
    "which is on the platform alone: without yours this question is graded there only."
)

Results = Mapping[str, JudgedTest[PlayResult]]  # by the id of the test's node


class Plays(OneJob[Walk, PlayObserved, PlayResult]):
    """The tests of games of the submission on a bench."""

    wording = WORDING

    def job(self, test: Walk) -> tuple[Job, Callable[[Ended], PlayObserved]]:
        """A walk along the lines of a test."""
        sandbox, folder = self.bench.sandbox, self.bench.staged.folder
        answers, player = self.answers[test.question.name], self._player(test.question)
        return walk(sandbox, folder, test, answers, player)

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
        score = None if tests[0].question.plays else super().score(tests)
        if score is None:
            return None
        trials, parts = [*score.trials], dict[str, list[int]]()
        for place, test in enumerate(tests):
            for at, facet in enumerate(test.points.facets):
                parts.setdefault(f"{facet}/1", []).append(len(trials))
                trials.append(replace(trials[place], part_of=(place, (at,))))
        words, begins = OF_FUNCTIONS, BEGINS
        return replace(score, trials=trials, parts=parts, words=words, begins=begins)

    def trials(self, tests: Sequence[Walk]) -> list[Trial]:
        """A trial for each test, function by function."""
        walked = self.answers[tests[0].question.name].lines_of_test
        return [
            Trial(
                size=len(walked(test)),
                steps=STEPS_PER_LINE * len(walked(test)),
                recursion=LEAST_RECURSION,
                ask=self.calls_and_judge(test, partial(self.facets, test)),
                lies_there=False,
            )
            for test in tests
        ]

    def facets(self, test: Walk, observed: PlayObserved) -> Facets:
        """Whether each function is right, and whether the walk came to its end."""
        result = self.judged(test, observed)
        right = [finding.verdict is Verdict.CORRECT for finding in result.findings]
        return (*right, result.verdict is Verdict.CORRECT)

    def stand_in_observation(self, test: Walk, *outcomes: Outcome) -> PlayObserved:
        """What stands for the walk where none is made."""
        return PlayObserved((), outcomes[0])

    def judged(self, test: Walk, observed: PlayObserved) -> PlayResult:
        """The walk, held against the answers."""
        return judge(test, self.answers[test.question.name], observed)

    def add_lessons(
        self, gradebook: Gradebook, judged: Results, *, replays: Replays, searches: bool
    ) -> None:
        """Add lines of the submission."""

        def line_of(result: PlayResult) -> Any:
            """Where a call broke off, or the function that is wrong first."""
            question, first = result.test.question, result.first_difference
            function = "" if first is None else first.facet
            if first is not None and function == UNCHANGED:
                function = first.says[0]
            if function and question.is_tuple:
                function = GAME
            return line_of_function(result, self.bench.sources, function)

        def right_lines(result: PlayResult) -> Tally:
            """How many lines were walked, and nothing wrong was said there."""
            test, lines = result.test, result.observed.lines
            walked = {seen.line.actions for seen in lines if seen.made is None}
            wrong = {w.line.actions for f in result.findings for w in f.wrong}
            answers = self.answers[test.question.name]
            every = [x.actions for x in answers.lines_of_test(test)]
            return tally(x in walked - wrong for x in every if test.judges(x))

        add_lines(gradebook, judged, line_of)
        tell_of_tables(gradebook, judged, right_lines, lambda *_: (), "lines of play")


def _with_players(assignment: Assignment) -> list[Rules]:
    """The games on which a search plays."""
    games = [q for q in assignment.all_questions() if isinstance(q, Rules)]
    return [question for question in games if question.plays]


class PlayKind(OneFile):
    """The functions of a game, each right on all lines of play or not."""

    name = Rules.kind
    advice = ("Games of your own",)
    desk = Plays
    form: Form = plays
    Test = Walk

    def answers_to(self, assignment: Assignment, tests: Sequence[Walk]) -> PlayAnswers:
        """What is right behind all lines of a game, and who plays on it."""
        answers = plays.load_answers(assignment, tests)
        player = plays.reference_player_source(assignment, tests[0].question).decode()
        return replace(answers, player=player)

    def answers_text(self, answers: PlayAnswers, tests: Sequence[Walk]) -> str:
        """The file of answers, whose lines go no further than those of the tests."""
        return plays.dump_answers(answers.for_tests(tests), tests)

    def unseen_files(self, assignment: Assignment) -> Files:
        """The reference's search, where one plays: students have none."""
        return {
            f"{TREES}/{plays.player_path(question)}": text
            for question in _with_players(assignment)
            if (text := plays.reference_player_source(assignment, question))
        }

    def may_hand_in(self, assignment: Assignment) -> tuple[str, ...]:
        """The searches that play."""
        return tuple(question.plays for question in _with_players(assignment))

    def readme_sentences(self, assignment: Assignment) -> tuple[str, ...]:
        """Who plays where no search is handed in."""
        return tuple(
            NO_SEARCH.format(question.name, question.plays)
            for question in _with_players(assignment)
        )


KIND = PlayKind()
