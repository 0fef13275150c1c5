"""The answers to a search by playouts, as a checked-in file: what is right, by tree.

With them stand the mistakes that are known of it, and what each shows on a tree:
digests of its playouts and its action.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from autograder.answers.file import (
    BROKEN,
    FOLDER,
    REMEDY,
    STALE,
    StaleError,
    indented,
)
from autograder.answers.unseen import load_with, numbered, tree_of
from autograder.assignment.playouts import PlayoutTest
from autograder.assignment.questions import Assignment
from autograder.errors import UntoldError
from autograder.files import content_of
from autograder.trees import explicit
from autograder.trees.tree import GameTree, numbers_of, runs

SUFFIX = ".playouts.json"
LETTERS = 12  # of a digest
PARTS = "-"  # parts the two of what is seen


@dataclass(frozen=True, slots=True)
class Played:
    """What is right on a tree: the nodes of the playouts, in order, and the action."""

    fingerprint: str
    action: str
    playouts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Mistaken:
    """A mistake: what a student is told (`text`), and what it shows on each tree.

    `programs` have it, each in a style of its own: by tree what is seen of each.
    """

    name: str
    title: str
    family: str
    text: str
    programs: tuple[Mapping[str, str], ...]


@dataclass(frozen=True, slots=True)
class PlayoutAnswers:
    """What is right on each tree, by its name, and the mistakes that are known.

    `unseen` are trees that no submission has met, with what is right there.
    """

    trees: Mapping[str, Played]
    mistakes: tuple[Mistaken, ...] = ()
    unseen: tuple[tuple[GameTree, Played], ...] = field(default=(), compare=False)

    def of(self, tests: Iterable[PlayoutTest]) -> PlayoutAnswers:
        """What is left of them where only these tests are."""
        names = [test.about for test in tests]
        mistakes = (
            replace(each, programs=_among(names, each.programs))
            for each in self.mistakes
        )
        trees = {name: self.trees[name] for name in names}
        return PlayoutAnswers(trees, tuple(each for each in mistakes if each.programs))


def _among(
    names: Sequence[str], programs: Iterable[Mapping[str, str]]
) -> tuple[Mapping[str, str], ...]:
    """What is left of programs on some trees, each once."""
    found = [{name: program[name] for name in names} for program in programs]
    return tuple(each for at, each in enumerate(found) if each not in found[:at])


def shows(playouts: Sequence[int], came: str, right: Sequence[int]) -> str:
    """What is seen of a search, in a few letters; the right one is known.

    All its playouts, with what it returned; and behind these what it did as far as its
    first wrong playout. Behind that rounding may lead programs astray that make the
    same mistake.
    """
    pairs = enumerate(zip(playouts, right, strict=False))
    shorter = min(len(playouts), len(right))
    end = next((at for at, (one, other) in pairs if one != other), shorter) + 1
    whole = _digest(playouts, came)
    begun = playouts[:end]
    first = whole if [*begun] == [*playouts] else _digest(begun, "")
    return f"{whole}{PARTS}{first}"


def begins_like(one: str, other: str) -> bool:
    """Whether the same is seen of two searches as far as their first wrong playouts."""
    return one.partition(PARTS)[2] == other.partition(PARTS)[2]


def _digest(playouts: Iterable[int], came: str) -> str:
    return sha256(f"{runs(playouts)} {came}".encode()).hexdigest()[:LETTERS]


def path_of(assignment: Assignment, question: str) -> Path:
    """Where the answers to a search by playouts stand."""
    return assignment.folder / FOLDER / f"{question}{SUFFIX}"


def load(assignment: Assignment, tests: Sequence[PlayoutTest]) -> PlayoutAnswers:
    """The answers to one question; UntoldError if absent, or to other trees."""
    path = path_of(assignment, tests[0].question.name)
    try:
        return parse(content_of(path).decode(), tests)
    except FileNotFoundError:
        found = "there are no answers"
    except OSError as fault:
        found = f"cannot be read ({fault.strerror})"
    except StaleError:
        found = STALE
    except BROKEN as fault:
        found = f"not a file of answers ({type(fault).__name__})"
    raise UntoldError(f"{path}: {found}; {REMEDY}")


def dump(answers: PlayoutAnswers) -> str:
    """The answers as a readable file: playouts by the numbers of their nodes."""
    content = {
        "trees": {name: _written(played) for name, played in answers.trees.items()},
        "mistakes": {
            mistake.name: {
                "title": mistake.title,
                "family": mistake.family,
                "told": mistake.text,
                "shows": [*map(dict, mistake.programs)],
            }
            for mistake in answers.mistakes
        },
    }
    return indented(content, "\n") + "\n"


def dump_unseen(unseen: Iterable[tuple[GameTree, Played]]) -> str:
    """Trees that no submission has met, each with its answers."""
    return numbered(
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
    trees = {t.about: _played(t.tree, found.get(t.about)) for t in tests}
    mistakes = tuple(
        Mistaken(
            str(name),
            str(each["title"]),
            str(each["family"]),
            str(each["told"]),
            tuple(map(_program, each["shows"])),
        )
        for name, each in content["mistakes"].items()
    )
    for mistake in mistakes:
        if any(not trees.keys() <= program.keys() for program in mistake.programs):
            raise StaleError
    return PlayoutAnswers(trees, mistakes)


def _program(shows: Mapping[str, Any]) -> Mapping[str, str]:
    return {str(tree): str(seen) for tree, seen in shows.items()}


def _played(tree: GameTree, content: Any) -> Played:
    """What is right on a tree; StaleError where it is of another."""
    if content is None or content["fingerprint"] != tree.fingerprint():
        raise StaleError
    playouts = tuple(numbers_of(content["playouts"], len(tree.nodes)))
    if len(playouts) != tree.iterations or content["action"] not in tree.actions():
        raise StaleError
    return Played(content["fingerprint"], content["action"], playouts)
