"""A search by playouts as `assignment.yaml` asks it: its keys are read, and written."""

from __future__ import annotations

import glob
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from autograder.assignment.points import NO_POINTS, Points, Shares
from autograder.assignment.questions import ALONE, Assignment, Limits, OfPart, Part
from autograder.assignment.reading import Keys, Reader, marks_of
from autograder.project import THE_PROJECTS, Places
from autograder.trees import marked
from autograder.trees.marked import MarkedNode, unknown_key
from autograder.trees.tree import GameTree

KEYS: tuple[str, ...] = ("search", "states")
ASKED = "trees"
PLAYOUTS, WHOLE, ACTION = "playouts", "all_playouts", "action"
FACETS: tuple[str, ...] = (PLAYOUTS, WHOLE, ACTION)
STATES = POSITIONS, NODES = "positions", "nodes"  # of what states are equal
ITERATIONS = "iterations"  # the argument behind game and state


@dataclass(frozen=True, slots=True)
class PlayoutQuestion:
    """A search by playouts to be graded on trees; `places` are as of any search.

    Its function `search` takes game, state and the number of iterations. Two `states`
    are equal that are one position, or, of `nodes`, that are one node.
    """

    kind: ClassVar[str] = "playouts"

    name: str
    module: str
    search: str
    states: str = POSITIONS
    facets: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    places: Places = THE_PROJECTS
    marks: Mapping[str, tuple[int, int]] = field(default_factory=dict, compare=False)

    @property
    def apart(self) -> bool:
        """Whether the states of two nodes are never equal."""
        return self.states == NODES

    @property
    def call(self) -> str:
        """The call as a student reads it."""
        return f"{self.search}(game, state, {ITERATIONS})"

    def written(self) -> tuple[str, ...]:
        """The function."""
        return (self.search,)


@dataclass(frozen=True, slots=True)
class PlayoutTest(OfPart):
    """One test: a search by playouts on a tree, which has a `file`."""

    question: PlayoutQuestion
    about: str
    tree: GameTree
    part: Part = ALONE
    points: Points = NO_POINTS
    file: Path | None = field(default=None, compare=False)

    @property
    def size(self) -> int:
        """The number of its iterations."""
        return self.tree.iterations

    def place(self, assignment: Assignment) -> Path:
        """Where its tree stands."""
        return self.file or assignment.folder / f"{self.about}.yaml"


def question(reader: Reader, node: MarkedNode, keys: Keys) -> PlayoutQuestion:
    """A search by playouts, whose keys are these."""
    get = partial(reader.read, keys)
    name = get("name", reader.identifier, "")
    module = get("module", reader.identifier, name)
    return PlayoutQuestion(
        name=name,
        module=module,
        search=get("search", reader.identifier, "mcts_search"),
        states=get("states", reader.choice(STATES), POSITIONS),
        limits=get("limits", reader.limits, Limits()),
        places=reader.places,
        marks=marks_of(node),
    )


def points(reader: Reader, _question: PlayoutQuestion, node: MarkedNode) -> Shares:
    """What facets earn; complaints of those that there are not."""
    for key, _ in node.pairs if isinstance(node, marked.Mapping) else ():
        if key.text not in FACETS:
            reader.complain(key.mark, unknown_key(key.text, FACETS))
    return reader.points(node, FACETS, FACETS)


def tests(
    reader: Reader, question: PlayoutQuestion, part: Part, node: MarkedNode
) -> list[PlayoutTest]:
    """The tests of a part, from the patterns of its trees."""
    found: list[PlayoutTest] = []
    for item, name, path in reader.trees.chosen(reader.some(node, "tree")):
        if not reader.is_new(item, question.name, name):
            continue
        tree = reader.trees.tree(path)
        if tree is not None:
            found.append(PlayoutTest(question, name, tree, part, file=path))
    return found


def checked(
    _reader: Reader, _node: MarkedNode, _keys: Keys, tests: Sequence[PlayoutTest]
) -> Sequence[PlayoutTest]:
    """The tests as they are."""
    return tests


def plain(question: PlayoutQuestion) -> dict[str, Any]:
    """The fields of a question as YAML takes them."""
    rows = {key: getattr(question, key) for key in ("name", "module", *KEYS)}
    limits = asdict(question.limits)
    return {"kind": PlayoutQuestion.kind, **rows, "limits": limits}


def subject(tests: Sequence[PlayoutTest]) -> list[str]:
    """The trees of a part as YAML takes them."""
    return [glob.escape(f"{test.about}.yaml") for test in tests]


def searches_of(assignment: Assignment) -> dict[str, tuple[PlayoutTest, ...]]:
    """The tests of each search by playouts, by the question's name."""
    found: dict[str, list[PlayoutTest]] = {}
    for test in assignment.tests:
        if isinstance(test, PlayoutTest):
            found.setdefault(test.question.name, []).append(test)
    return {name: tuple(tests) for name, tests in found.items()}
