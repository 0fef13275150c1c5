"""A game that students write, walked along its lines of play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.assignment.file import Form
from autograder.assignment.questions import Assignment, Limits
from autograder.judging.verdicts import Verdict
from autograder.kinds.entries import JudgedTest, add_lines, each_question, line_at
from autograder.kinds.game import answers as playfiles
from autograder.kinds.game import question as plays
from autograder.kinds.game.answers import PlayAnswers, games_of
from autograder.kinds.game.judging import PlayResult, judge
from autograder.kinds.game.observing import PlayObserved, observe, unobserved, walk
from autograder.kinds.game.ownsearch import Player, of_nobody, of_reference, of_student
from autograder.kinds.game.question import GAME, UNCHANGED, Rules, Walk
from autograder.kinds.game.words import WORDING
from autograder.kinds.kind import TREES, Files, Kind, Replays
from autograder.kinds.knowing import Tally, point_out, tally
from autograder.kinds.runner import Runner
from autograder.observing.bench import Bench
from autograder.observing.outcome import Fault, Frame, Outcome
from autograder.observing.repairing import LEAST_RECURSION, Asked, Facets, Score, Trial
from autograder.observing.sources import Place, Sources
from autograder.report.gradebook import Gradebook

if TYPE_CHECKING:  # most tests are right
    from autograder.drawing.replay import Line

STEPS_PER_LINE = 1_500  # that a program may make


class Plays(Runner[Walk, PlayObserved, PlayResult]):
    """The tests of games of the submission on a bench."""

    wording = WORDING

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

    def teach(
        self, gradebook: Gradebook, judged: Results, *, replays: Replays, searches: bool
    ) -> None:
        """Add lines of the submission."""
        del replays, searches
        folder, answers = self.bench.staged.folder, self.answers
        each_question(
            gradebook,
            judged,
            lambda _, own: add_lines(gradebook, own, lambda r: line_of(r, folder)),
        )

        def count(result: PlayResult) -> Tally:
            return tally_of(answers[result.test.question.name], result)

        point_out(gradebook, judged, count, lambda *_: (), "lines of play")


def _facets(result: PlayResult) -> Facets:
    """Whether each function is right, and whether the walk came to its end."""
    right = [finding.verdict is Verdict.CORRECT for finding in result.findings]
    return (*right, result.verdict is Verdict.CORRECT)


Results = Mapping[str, JudgedTest[PlayResult]]  # by the id of the test's node


def tally_of(answers: PlayAnswers, result: PlayResult) -> Tally:
    """How many of the lines that a test judges were walked, and nothing wrong said."""
    walked = {s.line.actions for s in result.observed.lines if s.made is None}
    wrong = {w.line.actions for f in result.findings for w in f.wrong}
    judged = (x.actions for x in answers.walked(result.test))
    return tally(
        actions in walked - wrong for actions in judged if result.test.judges(actions)
    )


def line_of(result: PlayResult, folder: Path) -> Line | None:
    """The line to look at first: where a call broke off, or a function begins.

    None where there is no such function.
    """
    outcome, first = result.came, result.first
    place: Place | Frame | None = None
    if isinstance(outcome, Fault):
        place = outcome.frames[-1] if outcome.frames else None
    elif first is not None:
        function = first.says[0] if first.facet == UNCHANGED else first.facet
        function = GAME if result.test.question.is_tuple else function
        sources = Sources(folder)
        head = sources.computing(f"{result.test.question.module}.py", function)
        place = sources.returning(head) if head else None
    return line_at(place)


NO_SEARCH = (
    "`{}` is played by your own `{}.py`. Where you hand in none it is the right one, "
    "which is on the platform alone: without yours this question is graded there only."
)


def _with_players(assignment: Assignment) -> list[Rules]:
    """The games on which a search plays."""
    games = [q for q in assignment.all_questions() if isinstance(q, Rules)]
    return [question for question in games if question.plays]


class PlayKind(Kind):
    """The functions of a game, each right on all lines of play or not."""

    name = Rules.kind
    advice = ("Games of your own",)
    desk = Plays
    form: Form = plays

    def answers(self, assignment: Assignment) -> Mapping[str, PlayAnswers]:
        """What is right behind all lines, by question."""
        games = games_of(assignment).items()
        found = {name: playfiles.load(assignment, tests) for name, tests in games}
        return {
            name: replace(each, player=self._player(assignment, name))
            for name, each in found.items()
        }

    @staticmethod
    def _player(assignment: Assignment, name: str) -> str:
        question = games_of(assignment)[name][0].question
        return playfiles.player_of(assignment, question).decode()

    def unseen_files(self, assignment: Assignment) -> Files:
        """The reference's search, where one plays: students have none."""
        return {
            f"{TREES}/{playfiles.player_path(question)}": text
            for question in _with_players(assignment)
            if (text := playfiles.player_of(assignment, question))
        }

    def may_hand_in(self, assignment: Assignment) -> tuple[str, ...]:
        """The searches that play."""
        return tuple(question.plays for question in _with_players(assignment))

    def notes(self, assignment: Assignment) -> tuple[str, ...]:
        """Who plays where no search is handed in."""
        return tuple(
            NO_SEARCH.format(question.name, question.plays)
            for question in _with_players(assignment)
        )

    def files(self, assignment: Assignment) -> Files:
        """The answers to these lines, and to none that are longer."""
        found: Files = {}
        for name, tests in games_of(assignment).items():
            path = playfiles.path_of(assignment, name).relative_to(assignment.folder)
            part = playfiles.load(assignment, tests).of(tests)
            found[f"{TREES}/{path.as_posix()}"] = playfiles.dump(part, tests).encode()
        return found


KIND = PlayKind()
