"""A program that plays, as `assignment.yaml` asks for it, and what is right of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from autograder.answers import file
from autograder.assignment import questions
from autograder.assignment.questions import Limits, Part
from autograder.assignment.reading import Keys, Reader, points_of, tests_as_they_are
from autograder.game import Content, hashable_content
from autograder.kinds.match.playing import CHOOSE, Board, Line, guard_of, opened_board
from autograder.project import GAMES, Places
from autograder.trees.marked import MarkedNode, in_lists

KEYS: tuple[str, ...] = ("bank", "data")
ASKED = "games"
LEGAL, WINS, HOLDS, SHARE = "legal", "wins", "holds", "share"
FACETS: tuple[str, ...] = (LEGAL, WINS, HOLDS, SHARE)
DATA = SHOWN, NONE = "shown", "none"
TEST_KEYS = ("game", "options", "against")
PLAYERS = "players"  # the folder of a `reference/` with programs that play
SEARCH = "search"  # the player that is the reference's own module
BOARDS = 16  # that are kept
BANK, MOST_BANK = 2_000, 1_000_000
POSITIONS = 4  # of each sort
OPENINGS, PLIES = 3, 2  # of the games against each player: how many, and how long
MISFIT = "points are for share where a game has `against`, and for {} where it has none"
Options = tuple[tuple[str, Content], ...]


@dataclass(frozen=True, slots=True)
class Playing(questions.AnyQuestion):
    """A program that plays, with so many visits for a game or a position.

    With the `data` "none" states have no content, and labels tell nothing.
    """

    kind: ClassVar[str] = "match"

    bank: int = BANK
    data: str = SHOWN

    def functions_to_write(self) -> tuple[str, ...]:
        """The function."""
        return (CHOOSE,)

    def players(self) -> dict[str, Path]:
        """Programs that play; `search` is the reference's own, where that is there."""
        own = self.places.trusted_path(f"{self.module}.py")
        search = {SEARCH: own} if own.is_file() else {}
        return search | self.places.files_by_name(PLAYERS)


@dataclass(frozen=True, slots=True)
class MatchTest(questions.AnyTest):
    """One test, on a game with its options: solved positions, or games `against` ours.

    These are played from both sides of each opening.
    """

    question: Playing
    game: str
    options: Options = ()
    against: tuple[str, ...] = ()
    mark: tuple[int, int] = field(default=(1, 1), compare=False)

    @property
    def size(self) -> int:
        """How many moves or games are asked for."""
        return 2 * OPENINGS * len(self.against) or 3 * POSITIONS

    def plain(self) -> dict[str, Any]:
        """What it asks, as YAML and JSON take it."""
        options = {key: in_lists(value) for key, value in self.options}
        given = {"game": self.game, "options": options, "against": [*self.against]}
        return {key: value for key, value in given.items() if value}


@lru_cache(maxsize=BOARDS)
def board_of(game: str, options: Options, places: Places) -> Board:
    """The board of a game; AssignmentError where the rules refuse or fail."""
    return opened_board(game, dict(options), places.files_by_name(GAMES))


def question(reader: Reader, node: MarkedNode, keys: Keys) -> Playing:
    """A program that plays, whose keys are these."""
    get = partial(reader.read, keys)
    bank = get("bank", partial(reader.whole, least=1, most=MOST_BANK), BANK)
    return Playing(
        **reader.shared_fields(node, keys, Limits(seconds=guard_of(bank))),
        bank=bank,
        data=get("data", reader.choice_reader(DATA), SHOWN),
    )


points = points_of(*FACETS)


def tests(
    reader: Reader, question: Playing, part: Part, node: MarkedNode
) -> list[MatchTest]:
    """A test for each game of a part."""
    found = []
    expected = "expected games by name: {nim: {game: nim, …}}"
    for name, row in reader.new_pairs(node, question.name, expected):
        keys = reader.fields.mapping(row, TEST_KEYS)
        if "game" not in keys:
            reader.complain(row.mark, "a game needs its `game`")
        test = MatchTest(
            question=question,
            about=name,
            game=reader.read(keys, "game", reader.fields.text, ""),
            options=reader.options(keys),
            against=reader.read(keys, "against", reader.names, ()),
            part=part,
            mark=(row.mark.line, row.mark.column),
        )
        for player in test.against:
            if player not in (*question.players(), SEARCH):
                told = f"there is no player {player} in {PLAYERS}/"
                reader.complain(keys["against"].mark, told)
            if player == SEARCH and part.visibility == questions.VISIBLE:
                told = f"{SEARCH} is the reference, which students do not get: hide it"
                reader.complain(keys["against"].mark, told)
        if any((facet == SHARE) != bool(test.against) for facet, _ in part.points):
            reader.complain(row.mark, MISFIT.format(", ".join(FACETS[:-1])))
        found.append(test)
    return found


checked_tests = tests_as_they_are
question_keys = partial(Playing.in_yaml, own=KEYS)


def subject_keys(tests: Sequence[MatchTest]) -> dict[str, Any]:
    """The games of a part as YAML takes them."""
    return {test.about: test.plain() for test in tests}


class Task(NamedTuple):
    """A position in which to move, or a game `against` one of ours, behind a line.

    It is asked of a player, and counts for a facet. In a position the actions at the
    places `right` are right, of which the first is the `better` one to be told.
    """

    facet: str
    player: str
    line: Line
    right: Line = ()
    better: str = ""
    against: str = ""


class Answer(NamedTuple):
    """What a test asks for, and what the staff's search gets of the points of games."""

    tasks: tuple[Task, ...]
    staff: float = 0.0


MatchAnswers = dict[str, Answer]  # what is right in each test, by its name


def dump_answers(answers: MatchAnswers, tests: Iterable[MatchTest]) -> str:
    """The answers as a readable file: a task in a line."""
    content = {}
    for test in tests:
        tasks, staff = answers[test.about]
        rows = {f"{number}": json.dumps(task) for number, task in enumerate(tasks, 1)}
        content[test.about] = {"asks": _asks(test), "staff": staff, "tasks": rows}
    return file.indented_json(content, "\n") + "\n"


def _asks(test: MatchTest) -> str:
    """All that the answers to a test hang on, as one text."""
    asks = {"bank": test.question.bank, "data": test.question.data, **test.plain()}
    return json.dumps(asks)


def parse_answers(text: str, tests: Sequence[MatchTest]) -> MatchAnswers:
    """The answers of a file's text to these tests.

    Raises StaleError where they are to others, one of BROKEN where there are none.
    """
    content, answers = json.loads(text), MatchAnswers()
    for test in tests:
        row = content.get(test.about)
        if row is None or row["asks"] != _asks(test):
            raise file.StaleError
        tasks = [Task(*hashable_content(json.loads(t))) for t in row["tasks"].values()]
        answers[test.about] = Answer(tuple(tasks), float(row["staff"]))
    return answers


load_answers = partial(file.answers_parsed_by, parse_answers)
