"""The answers to a search by playouts, as a checked-in file: what is right, by tree."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder.answers.file import (
    FOLDER,
    StaleError,
    indented_json,
    load_with,
    numbered_json,
    parsed_file,
    tree_of,
)
from autograder.assignment.questions import Assignment
from autograder.kinds.playouts.question import PlayoutTest
from autograder.trees import explicit
from autograder.trees.tree import GameTree, numbers_of, runs

SUFFIX = ".playouts.json"


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

    def of(self, tests: Iterable[PlayoutTest]) -> PlayoutAnswers:
        """What is left of them where only these tests are."""
        return PlayoutAnswers({test.about: self.trees[test.about] for test in tests})


def path_of(assignment: Assignment, question: str) -> Path:
    """Where the answers to a search by playouts stand."""
    return assignment.folder / FOLDER / f"{question}{SUFFIX}"


def load(assignment: Assignment, tests: Sequence[PlayoutTest]) -> PlayoutAnswers:
    """The answers to one question; UntoldError if absent, or to other trees."""
    path = path_of(assignment, tests[0].question.name)
    return parsed_file(path, lambda text: parse(text, tests))


def dump(answers: PlayoutAnswers) -> str:
    """The answers as a readable file: playouts by the numbers of their nodes."""
    content = {
        "trees": {name: _written(played) for name, played in answers.trees.items()},
    }
    return indented_json(content, "\n") + "\n"


def dump_unseen(unseen: Iterable[tuple[GameTree, Played]]) -> str:
    """Trees that no submission has met, each with its answers."""
    return numbered_json(
        {"tree": explicit.dump(tree).splitlines(), **_written(played)}
        for tree, played in unseen
    )


def load_unseen(
    assignment: Assignment, question: str
) -> tuple[tuple[GameTree, Played], ...]:
    """Those of a question; none where the file is not; UntoldError if it is stale."""

    def read(content: Any) -> tuple[GameTree, Played]:
        tree = tree_of(content)
        return tree, _played(tree, content)

    return load_with(read, assignment, question)


def _written(played: Played) -> dict[str, Any]:
    return {
        "fingerprint": played.fingerprint,
        "action": played.action,
        "playouts": runs(played.playouts),
    }


def parse(text: str, tests: Sequence[PlayoutTest]) -> PlayoutAnswers:
    """The answers of a file's text to these tests.

    Raises StaleError where they are on other trees, one of BROKEN where it holds none.
    """
    content = json.loads(text)
    found = content["trees"]
    return PlayoutAnswers({t.about: _played(t.tree, found.get(t.about)) for t in tests})


def _played(tree: GameTree, content: Any) -> Played:
    """What is right on a tree; StaleError where it is of another."""
    if content is None or content["fingerprint"] != tree.fingerprint():
        raise StaleError
    playouts = tuple(numbers_of(content["playouts"], len(tree.nodes)))
    if len(playouts) != tree.iterations or content["action"] not in tree.actions():
        raise StaleError
    return Played(content["fingerprint"], content["action"], playouts)
