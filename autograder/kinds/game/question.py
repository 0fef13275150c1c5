"""A game that students write: which one, and the lines of play that it is walked."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import Any, ClassVar

from autograder.answers.file import (
    FOLDER,
    StaleError,
    answers_parsed_by,
    indented_json,
)
from autograder.assignment import questions
from autograder.assignment.questions import Shares
from autograder.assignment.reading import Keys, Reader, tests_as_they_are
from autograder.game import Content, Number, hashable_content
from autograder.sandbox.forms import (
    ACTIONS,
    FUNCTIONS,
    INITIAL,
    MOVER,
    RESULT,
    TERMINAL,
    UTILITY,
)
from autograder.trees.marked import MarkedNode, in_lists

KEYS: tuple[str, ...] = ("game", "options", "shape", "plays")
SHAPES = OF_FUNCTIONS, OF_TUPLE = "functions", "tuple"
ASKED = "lines"
LINE_KEYS = ("from", "to", "after")
CANONICAL, UNCHANGED, ILLEGAL = "canonical", "unchanged", "illegal"
OF_GAME = (*FUNCTIONS, CANONICAL, UNCHANGED, ILLEGAL)
BEGINS = {  # the function that does most of it
    **{name: name for name in FUNCTIONS},
    **dict.fromkeys((CANONICAL, UNCHANGED, ILLEGAL), RESULT),
}
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
class Rules(questions.AnyQuestion):
    """A game to be written; `game` and `options` say which it is.

    Of the `shape` "tuple" it is written as a 7-tuple, which one function returns. A
    search that `plays` on it is judged in place of the game, "" where none does: the
    student's module of that name, or where there is none the reference's.
    """

    kind: ClassVar[str] = "game"

    game: str
    options: tuple[tuple[str, Content], ...] = ()
    shape: str = OF_FUNCTIONS
    plays: str = ""

    def functions_to_write(self) -> tuple[str, ...]:
        """The functions of a game."""
        return (GAME,) if self.is_tuple else FUNCTIONS

    def option(self, name: str) -> Content:
        """An option of the game; False where nothing is said of it."""
        return dict(self.options).get(name, False)

    @property
    def stub_folder(self) -> str:
        """The folder of the project's stubs in which one for these options may be."""
        return "" if self.option("misere") is True else NORMAL_PLAY

    @property
    def is_tuple(self) -> bool:
        """Whether it is written as a 7-tuple."""
        return self.shape == OF_TUPLE

    def facet_title(self, facet: str) -> str:
        """What students know a facet by."""
        return PART_OF.get(facet, facet) if self.is_tuple else facet


@dataclass(frozen=True, slots=True)
class Walk(questions.AnyTest):
    """One test: all lines of play from the `shortest` to the `longest`, in actions.

    With `openings` they are those that begin with one of these. `mark` is where they
    stand.
    """

    question: Rules
    shortest: int
    longest: int
    openings: tuple[Line, ...] = ()
    mark: tuple[int, int] = field(default=(1, 1), compare=False)

    @property
    def size(self) -> int:
        """How long its lines are."""
        return self.longest

    def leads_to_judged(self, line: Line) -> bool:
        """Whether a line is walked: it is judged, or leads to one that is."""
        if len(line) > self.longest:
            return False
        openings = self.openings or ((),)
        return any(line[: len(o)] == o[: len(line)] for o in openings)

    def judges(self, line: Line) -> bool:
        """Whether what is said behind a line counts."""
        return len(line) >= self.shortest and self.leads_to_judged(line)


def question(reader: Reader, node: MarkedNode, keys: Keys) -> Rules:
    """A game to be written, from its keys."""
    get = partial(reader.read, keys)
    if "game" not in keys:
        reader.complain(node.mark, "a question of this kind needs a `game`")
    found = Rules(
        **reader.shared_fields(node, keys),
        game=get("game", reader.fields.text, ""),
        options=reader.options(keys),
        shape=get("shape", reader.choice_reader(SHAPES), OF_FUNCTIONS),
        plays=get("plays", reader.identifier, ""),
    )
    asked = f"{found.module}, {found.plays}, {found.game} {found.options}"
    reader.check_same_kind_of_question(node, found.name, asked)
    return found


def points(reader: Reader, question: Rules, node: MarkedNode) -> Shares:
    """What facets earn; complaints of those that there are not."""
    facets = tuple(PART_OF) if question.is_tuple else OF_GAME
    facets = PLAYED if question.plays else facets
    return reader.points_of_some(node, facets)


def tests(
    reader: Reader, question: Rules, part: questions.Part, node: MarkedNode
) -> list[Walk]:
    """A test for each group of lines."""
    expected = "expected groups of lines by name: {short: {to: 2}}"
    found = (
        _walk(reader, question, part, name, group)
        for name, group in reader.new_pairs(node, question.name, expected)
    )
    return [each for each in found if each is not None]


def _walk(
    reader: Reader, question: Rules, part: questions.Part, name: str, node: MarkedNode
) -> Walk | None:
    fields = reader.fields
    keys = fields.mapping(node, LINE_KEYS)
    if "to" not in keys:
        reader.complain(node.mark, "lines need `to`, the actions of the longest")
        return None
    length = partial(reader.whole, least=0, most=MOST_LENGTH)
    longest = reader.read(keys, "to", length, 0)
    shortest = reader.read(keys, "from", length, 0)
    if longest < shortest:
        reader.complain(keys["from"].mark, f"no line has {shortest} to {longest}")
    openings = (
        reader.non_empty_items(keys["after"], "opening") if "after" in keys else []
    )
    return Walk(
        question=question,
        about=name,
        shortest=shortest,
        longest=longest,
        openings=tuple(
            [tuple(map(fields.plain, fields.items(each))) for each in openings]
        ),
        part=part,
        mark=(node.mark.line, node.mark.column),
    )


checked_tests = tests_as_they_are


def question_keys(question: Rules) -> dict[str, Any]:
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


def subject_keys(tests: Sequence[Walk]) -> dict[str, Any]:
    """The lines of a part as YAML takes them, in groups."""
    groups: dict[str, Any] = {}
    for test in tests:
        after = {"after": in_lists(test.openings)} if test.openings else {}
        groups[test.about] = {"from": test.shortest, "to": test.longest, **after}
    return groups


PLAYER = ".player"  # the ending of a search's text in autograder.zip
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

    def lines_of_test(self, test: Walk) -> tuple[Reached, ...]:
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
            if below >= 0 and test.leads_to_judged(actions):
                yield Reached(actions, (*line.said, name), place, below)

    def for_tests(self, tests: Sequence[Walk]) -> PlayAnswers:
        """What is left of them where only these tests are: no line goes further."""
        lines = {
            line.actions: line.position
            for test in tests
            for line in self.lines_of_test(test)
        }
        longer = {lines[line[:-1]] for line in lines if line}
        kept = {place: i for i, place in enumerate(dict.fromkeys(lines.values()))}
        positions = []
        for place in kept:
            position = self.positions[place]
            goes_on = place in longer and position.below is not None
            below = [kept.get(each, -1) for each in position.below or ()]  # -1: nothing
            places = tuple(below) if goes_on else None
            positions.append(replace(position, below=places))
        return PlayAnswers(tuple(positions))


def reference_player_source(assignment: questions.Assignment, question: Rules) -> bytes:
    """The reference's search that plays on a game; nothing where it is not there.

    In a zip it stands beside the answers, for it has no reference.
    """
    packed = assignment.folder / player_path(question)
    own = question.places.trusted_path(f"{question.plays}.py")
    path = packed if packed.is_file() else own
    return path.read_bytes() if question.plays and path.is_file() else b""


def player_path(question: Rules) -> str:
    """Where that stands in a zip, below the assignment's folder."""
    return f"{FOLDER}/{question.plays}{PLAYER}"


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


def dump_answers(answers: PlayAnswers, tests: Sequence[Walk]) -> str:
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


def parse_answers(text: str, tests: Sequence[Walk]) -> PlayAnswers:
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


load_answers = partial(answers_parsed_by, parse_answers)


def _position(row: Mapping[str, Any]) -> Position:
    if "utility" in row:
        return Position(str(row["at"]), utility=row["utility"])
    return Position(
        label=str(row["at"]),
        mover=str(row["to_move"]),
        actions=hashable_content(row["actions"]),
        names=tuple(map(str, row["names"])),
        below=hashable_content(row["below"]),
        value=row.get("value"),
        best=hashable_content(row.get("best", [])),
    )
