"""A game that students write: which one, and the lines of play that it is walked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any, ClassVar

from autograder.assignment.points import NO_POINTS, Points, Shares
from autograder.assignment.questions import ALONE, Limits, OfPart, Part
from autograder.assignment.reading import Keys, Reader, marks_of
from autograder.game import Content
from autograder.project import THE_PROJECTS, Places
from autograder.trees import marked
from autograder.trees.marked import MarkedNode, unknown_key
from autograder.worker.written import (
    ACTIONS,
    FUNCTIONS,
    INITIAL,
    MOVER,
    RESULT,
    TERMINAL,
    UTILITY,
)

KEYS: tuple[str, ...] = ("game", "options", "shape", "plays")
SHAPES = OF_FUNCTIONS, OF_TUPLE = "functions", "tuple"
ASKED = "lines"
LINE_KEYS = ("from", "to", "after")
CANONICAL, UNCHANGED, ILLEGAL = "canonical", "unchanged", "illegal"
OF_GAME = (*FUNCTIONS, CANONICAL, UNCHANGED, ILLEGAL)
PART_OF = {  # what a 7-tuple calls them, in its order
    MOVER: "players",
    CANONICAL: "states",
    INITIAL: "initial",
    ACTIONS: "actions",
    RESULT: "transition",
    TERMINAL: "terminals",
    UTILITY: "payoffs",
}
GAME = "game"  # the function that returns one
VALUE, ACTION = "value", "action"
PLAYED = (VALUE, ACTION)  # facets of a search that plays on the game
FACETS: tuple[str, ...] = (*OF_GAME, *PLAYED)
ANSWERING = (TERMINAL, MOVER, ACTIONS, UTILITY)  # what can be asked of a state
NORMAL_PLAY = "normal_play"  # who makes the last move wins
MOST_LENGTH = 100  # actions of a line

Line = tuple[Content, ...]  # the actions of a line of play


@dataclass(frozen=True, slots=True)
class Rules:
    """A game to be written; `game` and `options` say which it is.

    Of the `shape` "tuple" it is written as a 7-tuple, which one function returns. A
    search that `plays` on it is judged in place of the game, "" where none does: the
    student's module of that name, or where there is none the reference's.
    """

    kind: ClassVar[str] = "game"

    name: str
    module: str
    game: str
    options: tuple[tuple[str, Content], ...] = ()
    shape: str = OF_FUNCTIONS
    plays: str = ""
    facets: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    places: Places = THE_PROJECTS
    marks: Mapping[str, tuple[int, int]] = field(default_factory=dict, compare=False)

    def written(self) -> tuple[str, ...]:
        """The functions of a game."""
        return (GAME,) if self.is_tuple else FUNCTIONS

    def option(self, name: str) -> Content:
        """An option of the game; False where nothing is said of it."""
        return dict(self.options).get(name, False)

    @property
    def stub(self) -> str:
        """The folder of the project's stubs in which one for these options may be."""
        return "" if self.option("misere") is True else NORMAL_PLAY

    @property
    def is_tuple(self) -> bool:
        """Whether it is written as a 7-tuple."""
        return self.shape == OF_TUPLE

    def called(self, facet: str) -> str:
        """What students know a facet by."""
        return PART_OF.get(facet, facet) if self.is_tuple else facet


@dataclass(frozen=True, slots=True)
class Walk(OfPart):
    """One test: all lines of play from the `shortest` to the `longest`, in actions.

    With `openings` they are those that begin with one of these. `mark` is where they
    stand.
    """

    question: Rules
    about: str
    shortest: int
    longest: int
    openings: tuple[Line, ...] = ()
    part: Part = ALONE
    points: Points = NO_POINTS
    mark: tuple[int, int] = field(default=(1, 1), compare=False)

    @property
    def size(self) -> int:
        """How long its lines are."""
        return self.longest

    def goes_to(self, line: Line) -> bool:
        """Whether a line is walked: it is judged, or leads to one that is."""
        if len(line) > self.longest:
            return False
        openings = self.openings or ((),)
        return any(line[: len(o)] == o[: len(line)] for o in openings)

    def judges(self, line: Line) -> bool:
        """Whether what is said behind a line counts."""
        return len(line) >= self.shortest and self.goes_to(line)


def question(reader: Reader, node: MarkedNode, keys: Keys) -> Rules:
    """A game to be written, from its keys."""
    get = partial(reader.read, keys)
    name = get("name", reader.identifier, "")
    if "game" not in keys:
        reader.complain(node.mark, "a question of this kind needs a `game`")
    options = reader.fields.mapping(keys["options"]) if "options" in keys else {}
    found = Rules(
        name=name,
        module=get("module", reader.identifier, name),
        game=get("game", reader.fields.text, ""),
        options=tuple([(k, reader.fields.plain(v)) for k, v in options.items()]),
        shape=get("shape", reader.choice(SHAPES), OF_FUNCTIONS),
        plays=get("plays", reader.identifier, ""),
        limits=get("limits", reader.limits, Limits()),
        places=reader.places,
        marks=marks_of(node),
    )
    asked = f"{found.module}, {found.plays}, {found.game} {found.options}"
    reader.check_one(node, name, asked)
    return found


def points(reader: Reader, question: Rules, node: MarkedNode) -> Shares:
    """What facets earn; complaints of those that there are not."""
    facets = tuple(PART_OF) if question.is_tuple else OF_GAME
    facets = PLAYED if question.plays else facets
    for key, _ in node.pairs if isinstance(node, marked.Mapping) else ():
        if key.text not in facets:
            reader.complain(key.mark, unknown_key(key.text, facets))
    return reader.points(node, facets, facets)


def tests(reader: Reader, question: Rules, part: Part, node: MarkedNode) -> list[Walk]:
    """A test for each group of lines."""
    pairs = node.pairs if isinstance(node, marked.Mapping) else []
    if not pairs:
        reader.complain(node.mark, "expected groups of lines by name: {short: {to: 2}}")
    found = (
        _walk(reader, question, part, key.text, group)
        for key, group in pairs
        if reader.is_new(key, question.name, key.text)
    )
    return [each for each in found if each is not None]


def _walk(
    reader: Reader, question: Rules, part: Part, name: str, node: MarkedNode
) -> Walk | None:
    keys = reader.fields.mapping(node, LINE_KEYS)
    if "to" not in keys:
        reader.complain(node.mark, "lines need `to`, the actions of the longest")
        return None
    longest = _length(reader, keys["to"])
    shortest = _length(reader, keys["from"]) if "from" in keys else 0
    if longest < shortest:
        reader.complain(keys["from"].mark, f"no line has {shortest} to {longest}")
    openings = reader.some(keys["after"], "opening") if "after" in keys else []
    return Walk(
        question=question,
        about=name,
        shortest=shortest,
        longest=longest,
        openings=tuple([_opening(reader, item) for item in openings]),
        part=part,
        mark=(node.mark.line, node.mark.column),
    )


def _length(reader: Reader, node: MarkedNode) -> int:
    number = reader.fields.number(node)
    if type(number) is int and 0 <= number <= MOST_LENGTH:
        return number
    expected = f"expected a whole number from 0 to {MOST_LENGTH}"
    if number is not None:
        reader.complain(node.mark, f"{expected}, found {number}")
    return 0


def _opening(reader: Reader, node: MarkedNode) -> Line:
    return tuple([reader.fields.plain(item) for item in reader.fields.items(node)])


def checked(
    _reader: Reader, _node: MarkedNode, _keys: Keys, tests: Sequence[Walk]
) -> Sequence[Walk]:
    """The tests as they are."""
    return tests


def plain(question: Rules) -> dict[str, Any]:
    """The fields of a question as YAML takes them."""
    options = {key: in_lists(value) for key, value in question.options}
    return {
        "kind": Rules.kind,
        "name": question.name,
        "module": question.module,
        "game": question.game,
        **({"options": options} if options else {}),
        **({"shape": question.shape} if question.is_tuple else {}),
        **({"plays": question.plays} if question.plays else {}),
        "limits": asdict(question.limits),
    }


def subject(tests: Sequence[Walk]) -> dict[str, Any]:
    """The lines of a part as YAML takes them, in groups."""
    return {test.about: _written(test) for test in tests}


def _written(test: Walk) -> dict[str, Any]:
    after = {"after": in_lists(test.openings)} if test.openings else {}
    return {"from": test.shortest, "to": test.longest, **after}


def in_lists(value: Content) -> Any:
    """A value with lists for tuples, as files have them."""
    return [*map(in_lists, value)] if isinstance(value, tuple) else value


def frozen(value: Any) -> Any:
    """A value with tuples for lists, as actions are."""
    return tuple(map(frozen, value)) if isinstance(value, list) else value
