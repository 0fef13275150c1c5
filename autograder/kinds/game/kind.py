"""A game that students write, walked along its lines of play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.assignment.points import Shares
from autograder.assignment.questions import Assignment, Part
from autograder.assignment.reading import Keys, Reader
from autograder.judging.luck import Tally
from autograder.kinds.game import answers as playfiles
from autograder.kinds.game import lessons
from autograder.kinds.game import question as plays
from autograder.kinds.game.answers import PlayAnswers, games_of
from autograder.kinds.game.entries import WORDING
from autograder.kinds.game.judging import PlayResult
from autograder.kinds.game.lessons import Results
from autograder.kinds.game.question import Rules, Walk
from autograder.kinds.game.running import Plays
from autograder.kinds.judged import Judged
from autograder.kinds.kind import (
    TREES,
    Adequacy,
    Desk,
    Files,
    Kind,
    Onlooker,
    Replays,
)
from autograder.kinds.knowing import point_out
from autograder.observing.bench import Bench
from autograder.report.gradebook import Gradebook
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.marked import MarkedNode

if TYPE_CHECKING:
    from autograder.authoring.lazy import Payroll
    from autograder.authoring.misconceptions import Made
    from autograder.observing.repairing import Score


NO_SEARCH = (
    "`{}` is played by your own `{}.py`. Where you hand in none it is the right one, "
    "which is on the platform alone: without yours this question is graded there only."
)


def _with_players(assignment: Assignment) -> list[Rules]:
    """The games on which a search plays."""
    games = [q for q in assignment.all_questions() if isinstance(q, Rules)]
    return [question for question in games if question.plays]


class PlayDesk(Desk):
    """Grades games."""

    def __init__(self, bench: Bench, answers: Mapping[str, PlayAnswers]) -> None:
        self.plays = Plays(bench, answers)

    def grade(self, test: Walk, number: str) -> Judged[PlayResult]:
        """Walk along the lines of a test."""
        return Judged(self.plays.result(test), number, WORDING)

    def score(self, tests: Sequence[Walk]) -> Score | None:
        """A trial for each test: its lines of play."""
        return self.plays.score(tests)

    def teach(
        self, gradebook: Gradebook, judged: Results, *, replays: Replays, searches: bool
    ) -> None:
        """Add lines of the submission."""
        del replays, searches
        folder, answers = self.plays.bench.staged.folder, self.plays.answers
        lessons.teach(gradebook, judged, folder)

        def count(result: PlayResult) -> Tally:
            return lessons.count(answers[result.test.question.name], result)

        point_out(gradebook, judged, count, lambda *_: (), "lines of play")


class PlayKind(Kind):
    """The functions of a game, each right on all lines of play or not."""

    name = Rules.kind
    keys = plays.KEYS
    asks = plays.ASKED
    facets = (*plays.FACETS, *plays.PLAYED)
    advice = ("Games of your own",)

    def question(self, reader: Reader, node: MarkedNode, keys: Keys) -> Rules:
        """A game to be written."""
        return plays.question(reader, node, keys)

    def points(self, reader: Reader, question: Rules, node: MarkedNode) -> Shares:
        """What functions earn."""
        return plays.points(reader, question, node)

    def tests(
        self, reader: Reader, question: Rules, part: Part, node: MarkedNode
    ) -> Sequence[Walk]:
        """A test a group of lines."""
        return plays.tests(reader, question, part, node)

    def plain(self, question: Rules) -> dict[str, Any]:
        """The keys of a game, but for its parts."""
        return plays.plain(question)

    def subject(self, tests: Sequence[Walk]) -> dict[str, Any]:
        """The lines of a part, in groups."""
        return plays.subject(tests)

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

    def desk(self, bench: Bench, answers: Mapping[str, PlayAnswers]) -> PlayDesk:
        """Where games are graded."""
        return PlayDesk(bench, answers)

    def computed(
        self, assignment: Assignment, watch: Onlooker
    ) -> Iterator[tuple[Path, str]]:
        """What is right behind all lines."""
        from autograder.kinds.game import computing  # noqa: PLC0415 - for authors

        yield from computing.computed(assignment, watch)

    def files(self, assignment: Assignment) -> Files:
        """The answers to these lines, and to none that are longer."""
        found: Files = {}
        for name, tests in games_of(assignment).items():
            path = playfiles.path_of(assignment, name).relative_to(assignment.folder)
            part = playfiles.load(assignment, tests).of(tests)
            found[f"{TREES}/{path.as_posix()}"] = playfiles.dump(part, tests).encode()
        return found

    def mistaken(
        self, assignment: Assignment
    ) -> Iterator[tuple[Rules, tuple[Made, ...]]]:
        """Each game with its mistakes, made in the reference."""
        from autograder.kinds.game import mistakes as playmistakes  # noqa: PLC0415 - likewise

        for tests in games_of(assignment).values():
            found = playmistakes.caught(tests, playfiles.load(assignment, tests))
            yield tests[0].question, tuple(each.made for each in found)

    def adequacy(self, assignment: Assignment) -> Adequacy:
        """Which mistakes the lines catch."""
        from autograder.kinds.game import adequacy  # noqa: PLC0415 - likewise

        return adequacy.adequacy(assignment)

    def payroll(self, assignment: Assignment, sandbox: Sandbox) -> Payroll:
        """What tables of the visible lines earn, and constants."""
        from autograder.kinds.game.lazy import payroll  # noqa: PLC0415 - likewise

        del sandbox
        return payroll(assignment)
