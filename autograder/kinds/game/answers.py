"""The answers to a game that students write, as a checked-in file.

They are a table: which positions the lines of play lead to, and what is right there.
Beyond the lines that are asked it has nothing, and no rules that would lead further.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from autograder.answers.file import (
    FOLDER,
    StaleError,
    indented_json,
    parsed_file,
)
from autograder.assignment.questions import Assignment
from autograder.game import Content, Number
from autograder.kinds.game.question import Line, Rules, Walk, frozen, in_lists
from autograder.project import REFERENCE

PLAYER = ".player"  # the ending of a search's text in autograder.zip
SUFFIX = ".game.json"
MOST_LINES = 10_000  # of one test


@dataclass(frozen=True, slots=True)
class Position:
    """What is right of a position.

    Where the game is over it has a `utility`, MAX's, and else `actions`, in the game's
    order, with the `names` that people have for them. `below` are the places of the
    positions to which these lead; None where no line that is asked goes on. Where a
    search plays, its minimax `value` is there and which actions are `best`.
    """

    label: str
    mover: str = ""
    actions: tuple[Content, ...] = ()
    names: tuple[str, ...] = ()
    below: tuple[int, ...] | None = None
    utility: Number | None = None
    value: Number | None = None
    best: tuple[Content, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether the game ends there."""
        return self.utility is not None


@dataclass(frozen=True, slots=True)
class Reached:
    """A line of play and the position behind it.

    `parent` is the place of the line that is one action shorter in the order in which
    lines are walked, -1 for the line of no action; `said` are the names of its actions.
    """

    actions: Line
    said: tuple[str, ...]
    parent: int
    position: int


@dataclass(frozen=True, slots=True)
class PlayAnswers:
    """What is right of a game: its positions, the first of which it starts in.

    `player` is the text of the reference's search, where one plays and it is there.
    """

    positions: tuple[Position, ...]
    player: str = field(default="", compare=False)

    def walked(self, test: Walk) -> tuple[Reached, ...]:
        """The lines of a test, breadth first, each behind the one it goes on from."""
        lines = [Reached((), (), -1, 0)]
        for place, line in enumerate(lines):
            lines.extend(self._longer(test, place, line))
        return tuple(lines)

    def _longer(self, test: Walk, place: int, line: Reached) -> Iterator[Reached]:
        at = self.positions[line.position]
        rows = zip(at.actions, at.names, at.below or (), strict=False)
        for action, name, below in rows:
            actions = (*line.actions, action)
            if test.goes_to(actions):
                yield Reached(actions, (*line.said, name), place, below)

    def of(self, tests: Sequence[Walk]) -> PlayAnswers:
        """What is left of them where only these tests are: no line goes further."""
        lines = {
            line.actions: line.position for test in tests for line in self.walked(test)
        }
        longer = {self._before(line, lines) for line in lines if line}
        kept = {place: i for i, place in enumerate(dict.fromkeys(lines.values()))}
        return PlayAnswers(
            tuple([_placed(self.positions[p], p in longer, kept) for p in kept])
        )

    @staticmethod
    def _before(line: Line, lines: Mapping[Line, int]) -> int:
        return lines[line[:-1]]


def _placed(position: Position, goes_on: bool, kept: Mapping[int, int]) -> Position:  # noqa: FBT001
    """A position whose places are those of what is kept; -1 is of nothing."""
    below = position.below if goes_on else None
    places = None if below is None else tuple([kept.get(each, -1) for each in below])
    return replace(position, below=places)


def path_of(assignment: Assignment, question: str) -> Path:
    """Where the answers to a game stand."""
    return assignment.folder / FOLDER / f"{question}{SUFFIX}"


def player_of(assignment: Assignment, question: Rules) -> bytes:
    """The reference's search that plays on a game; nothing where it is not there.

    In a zip it stands beside the answers, for it has no reference.
    """
    packed = assignment.folder / player_path(question)
    own = question.places.trusted(f"{question.plays}.py", REFERENCE)
    path = packed if packed.is_file() else own
    return path.read_bytes() if question.plays and path.is_file() else b""


def player_path(question: Rules) -> str:
    """Where that stands in a zip, below the assignment's folder."""
    return f"{FOLDER}/{question.plays}{PLAYER}"


def games_of(assignment: Assignment) -> dict[str, tuple[Walk, ...]]:
    """The tests of each game, by the question's name."""
    found: dict[str, list[Walk]] = {}
    for test in assignment.tests:
        if isinstance(test, Walk):
            found.setdefault(test.question.name, []).append(test)
    return {name: tuple(tests) for name, tests in found.items()}


def load(assignment: Assignment, tests: tuple[Walk, ...]) -> PlayAnswers:
    """The answers to one game; UntoldError if they are absent, or to other lines."""
    path = path_of(assignment, tests[0].question.name)
    return parsed_file(path, lambda text: parse(text, tests))


def _asked(tests: Iterable[Walk]) -> dict[str, Any]:
    """What of the tests the answers hang on."""
    question = next(iter(tests)).question
    return {
        "game": question.game,
        "options": {key: in_lists(value) for key, value in question.options},
        "lines": {
            t.about: [t.shortest, t.longest, in_lists(t.openings)] for t in tests
        },
    }


def dump(answers: PlayAnswers, tests: Sequence[Walk]) -> str:
    """The answers as a readable file, a position in a line."""
    rows = (json.dumps(_in_json(each)) for each in answers.positions)
    positions = ",\n  ".join(rows)
    above = indented_json(_asked(tests), "\n").removesuffix("\n}")
    return f'{above},\n "positions": [\n  {positions}\n ]\n}}\n'


def _in_json(position: Position) -> dict[str, Any]:
    if position.is_over:
        return {"at": position.label, "utility": position.utility}
    below = position.below
    solved = {"value": position.value, "best": in_lists(position.best)}
    return {
        "at": position.label,
        "to_move": position.mover,
        "actions": in_lists(position.actions),
        "names": list(position.names),
        "below": None if below is None else list(below),
        **({} if position.value is None else solved),
    }


def parse(text: str, tests: Sequence[Walk]) -> PlayAnswers:
    """The answers of a file's text to these tests.

    Raises StaleError where there are others, one of BROKEN where there are none.
    """
    content = json.loads(text)
    asked = _asked(tests)
    if any(content[key] != asked[key] for key in ("game", "options")):
        raise StaleError
    if any(content["lines"].get(k) != each for k, each in asked["lines"].items()):
        raise StaleError
    return PlayAnswers(tuple(map(_position, content["positions"])))


def _position(row: Mapping[str, Any]) -> Position:
    if "utility" in row:
        return Position(str(row["at"]), utility=row["utility"])
    return Position(
        label=str(row["at"]),
        mover=str(row["to_move"]),
        actions=frozen(row["actions"]),
        names=tuple(map(str, row["names"])),
        below=frozen(row["below"]),
        value=row.get("value"),
        best=frozen(row.get("best", [])),
    )
