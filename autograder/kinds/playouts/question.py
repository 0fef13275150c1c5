"""A search by playouts as `assignment.yaml` asks it: its keys are read, and written."""

from __future__ import annotations

import glob
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from autograder.answers.file import (
    StaleError,
    answers_parsed_by,
    indented_json,
    load_unseen_with,
    tree_from_json,
    unseen_as_numbered_json,
)
from autograder.assignment import questions
from autograder.assignment.reading import Keys, Reader, points_of, tests_as_they_are
from autograder.trees import explicit
from autograder.trees.marked import MarkedNode
from autograder.trees.tree import GameTree, numbers_of_runs, runs_text

KEYS: tuple[str, ...] = ("search", "states")
ASKED = "trees"
PLAYOUTS, WHOLE, ACTION = "playouts", "all_playouts", "action"
FACETS: tuple[str, ...] = (PLAYOUTS, WHOLE, ACTION)
STATES = POSITIONS, NODES = "positions", "nodes"  # of what states are equal
ITERATIONS = "iterations"  # the argument behind game and state


@dataclass(frozen=True, slots=True)
class PlayoutQuestion(questions.AnyQuestion):
    """A search by playouts to be graded on trees.

    Its function `search` takes game, state and the number of iterations. Two `states`
    are equal that are one position, or, of `nodes`, that are one node.
    """

    kind: ClassVar[str] = "playouts"

    search: str
    states: str = POSITIONS

    @property
    def has_distinct_states(self) -> bool:
        """Whether the states of two nodes are never equal."""
        return self.states == NODES

    @property
    def call_text(self) -> str:
        """The call as a student reads it."""
        return f"{self.search}(game, state, {ITERATIONS})"

    def functions_to_write(self) -> tuple[str, ...]:
        """The function."""
        return (self.search,)


@dataclass(frozen=True, slots=True)
class PlayoutTest(questions.AnyTest):
    """One test: a search by playouts on a tree, which has a `file`."""

    question: PlayoutQuestion
    tree: GameTree
    file: Path | None = field(default=None, compare=False)

    @property
    def size(self) -> int:
        """The number of its iterations."""
        return self.tree.iterations

    def tree_path(self, assignment: questions.Assignment) -> Path:
        """Where its tree stands."""
        return self.file or assignment.folder / f"{self.about}.yaml"


def question(reader: Reader, node: MarkedNode, keys: Keys) -> PlayoutQuestion:
    """A search by playouts, whose keys are these."""
    get = partial(reader.read, keys)
    return PlayoutQuestion(
        **reader.shared_fields(node, keys),
        search=get("search", reader.identifier, "mcts_search"),
        states=get("states", reader.choice_reader(STATES), POSITIONS),
    )


points = points_of(*FACETS)


def tests(
    reader: Reader, question: PlayoutQuestion, part: questions.Part, node: MarkedNode
) -> list[PlayoutTest]:
    """The tests of a part, from the patterns of its trees."""
    return [
        PlayoutTest(question, name, tree, part=part, file=path)
        for name, path, tree in reader.trees_of_part(node, question.name)
    ]


checked_tests = tests_as_they_are
question_keys = partial(PlayoutQuestion.in_yaml, own=KEYS)


def subject_keys(tests: Sequence[PlayoutTest]) -> list[str]:
    """The trees of a part as YAML takes them."""
    return [glob.escape(f"{test.about}.yaml") for test in tests]


@dataclass(frozen=True, slots=True)
class Played:
    """What is right on a tree: the nodes of the playouts, in order, and the action."""

    fingerprint: str
    action: str
    playouts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayoutAnswers:
    """What is right on each tree, by its name.

    `unseen` are trees that no submission has met, with what is right there.
    """

    trees: Mapping[str, Played]
    unseen: tuple[tuple[GameTree, Played], ...] = field(default=(), compare=False)


def dump_answers(answers: PlayoutAnswers, _tests: Sequence[PlayoutTest]) -> str:
    """The answers as a readable file: playouts by the numbers of their nodes."""
    content = {
        "trees": {name: _written(played) for name, played in answers.trees.items()},
    }
    return indented_json(content, "\n") + "\n"


def dump_unseen(unseen: Iterable[tuple[GameTree, Played]]) -> str:
    """Trees that no submission has met, each with its answers."""
    return unseen_as_numbered_json(
        {"tree": explicit.dump(tree).splitlines(), **_written(played)}
        for tree, played in unseen
    )


def load_unseen(
    assignment: questions.Assignment, question: str
) -> tuple[tuple[GameTree, Played], ...]:
    """Those of a question; none where the file is not; UntoldError if it is stale."""

    def read(content: Any) -> tuple[GameTree, Played]:
        tree = tree_from_json(content)
        return tree, _played(tree, content)

    return load_unseen_with(read, assignment, question)


def _written(played: Played) -> dict[str, Any]:
    return {
        "fingerprint": played.fingerprint,
        "action": played.action,
        "playouts": runs_text(played.playouts),
    }


def parse_answers(text: str, tests: Sequence[PlayoutTest]) -> PlayoutAnswers:
    """The answers of a file's text to these tests.

    Raises StaleError where they are on other trees, one of BROKEN where it holds none.
    """
    content = json.loads(text)
    found = content["trees"]
    return PlayoutAnswers({t.about: _played(t.tree, found.get(t.about)) for t in tests})


load_answers = partial(answers_parsed_by, parse_answers)


def _played(tree: GameTree, content: Any) -> Played:
    """What is right on a tree; StaleError where it is of another."""
    if content is None or content["fingerprint"] != tree.fingerprint():
        raise StaleError
    playouts = tuple(numbers_of_runs(content["playouts"], len(tree.nodes)))
    if len(playouts) != tree.iterations or content["action"] not in tree.root_actions():
        raise StaleError
    return Played(content["fingerprint"], content["action"], playouts)
