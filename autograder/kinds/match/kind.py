"""A program that plays, asked in positions and set down to games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from autograder.answers.file import grouped_tests
from autograder.assignment.file import Form
from autograder.assignment.questions import Assignment, Limits
from autograder.kinds.entries import JudgedTest, add_lines, teach_each_question
from autograder.kinds.kind import Files, Replays, Runner, with_fields
from autograder.kinds.match import question as matches
from autograder.kinds.match.judging import MatchObserved, MatchResult, judge, observed
from autograder.kinds.match.playing import CHOOSE, Submitted
from autograder.kinds.match.question import (
    PLAYERS,
    SEARCH,
    MatchAnswers,
    MatchTest,
    Playing,
    games_of,
    players_near,
)
from autograder.kinds.match.words import WORDING
from autograder.kinds.onejob import OneFile, job_of, line_of_function
from autograder.observing.outcome import Outcome
from autograder.project import GAMES, TRUSTED
from autograder.report.gradebook import Gradebook

Results = Mapping[str, JudgedTest[MatchResult]]  # by the id of the test's node


class Matches(Runner[MatchTest, MatchObserved, MatchResult]):
    """The tests of programs that play of the submission on a bench."""

    wording = WORDING
    answers: Mapping[str, MatchAnswers]

    def observe(self, test: MatchTest, limits: Limits) -> MatchObserved:
        """What the submission does in positions or games; each has its own worker."""
        question = with_fields(test.question, limits=limits)
        job = job_of(self.bench.staged.folder, question, ())
        sits = partial(Submitted, sandbox=self.bench.sandbox, job=job)
        return observed(test, self.answers[question.name][test.about], sits)

    def _graded(self, test: MatchTest) -> MatchResult:
        """The result of one test, which is run once: its games are many."""
        return self.judged(test, self._observed(test))

    def stand_in_observation(
        self, test: MatchTest, *outcomes: Outcome
    ) -> MatchObserved:
        """What stands for that where nothing is run."""
        return MatchObserved(ended=outcomes[0])

    def judged(self, test: MatchTest, observed: MatchObserved) -> MatchResult:
        """The result, held against what is right."""
        answer = self.answers[test.question.name][test.about]
        return judge(test, answer, observed)

    def add_lessons(
        self, gradebook: Gradebook, judged: Results, *, replays: Replays, searches: bool
    ) -> None:
        """Add the lines of the submission to look at."""

        def line_of(result: MatchResult) -> Any:
            module, sources = result.test.question.module, self.bench.sources
            return line_of_function(result.main_outcome, sources, module, CHOOSE)

        teach_each_question(
            gradebook, judged, lambda members: add_lines(gradebook, members, line_of)
        )


class MatchKind(OneFile):
    """Positions in which a move is right or wrong, and games against our players."""

    name = Playing.kind
    advice = ("Programs that play",)
    desk = Matches
    form: Form = matches
    Test = MatchTest

    def other_zip_files(
        self, assignment: Assignment, tests: Sequence[MatchTest]
    ) -> Files:
        """The rules of the games, and the players, but for the reference's search."""
        question = tests[0].question
        games = {test.game for test in tests}
        names = {name for test in tests for name in test.against} - {SEARCH}
        return {
            f"{TRUSTED}/{folder}/{name}.py": paths[name].read_bytes()
            for folder, asked, paths in (
                (GAMES, games, games_of(question.places)),
                (PLAYERS, names, players_near(question.places, question.module)),
            )
            for name in sorted(asked & {*paths})
        }

    def names_of_games_played(self, assignment: Assignment) -> tuple[str, ...]:
        """The games of all tests."""
        groups = grouped_tests(assignment, MatchTest).values()
        return tuple([test.game for tests in groups for test in tests])

    def unseen_files(self, assignment: Assignment) -> Files:
        """The reference's search as a player, where one plays: students have none."""
        files = super().unseen_files(assignment)
        for tests in grouped_tests(assignment, MatchTest).values():
            path = players_near(tests[0].question.places, tests[0].question.module)
            if any(SEARCH in test.against for test in tests) and SEARCH in path:
                name = f"{TRUSTED}/{PLAYERS}/{SEARCH}.py"
                files[name] = path[SEARCH].read_bytes()
        return files


KIND = MatchKind()
