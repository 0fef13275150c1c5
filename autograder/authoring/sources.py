"""What a catalogue is made from, as a digest: if it is the same, so is the catalogue.

To make a catalogue takes half a minute; whether one is fresh is told by its digest.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from autograder.assignment.questions import Question
from autograder.files import visible
from autograder.project import PROJECT

LETTERS = 16
MADE_BY = (
    "autograder/rewriting/*.py",
    "autograder/answers/products.py",
    "autograder/answers/trusted.py",
    "autograder/game.py",
    "autograder/trees/tree.py",
    "autograder/trees/values.py",
    *(
        f"autograder/{name}.py"
        for name in (
            "authoring/cataloguing",
            "authoring/misconceptions",
            "authoring/runner",
            "authoring/styles",
            "teaching/behaviour",
        )
    ),
)


def digest(question: Question, fingerprints: Mapping[str, str], visible: int) -> str:
    """A digest of all files that a catalogue depends on, and of what is asked.

    `visible` is how many of the trees students see at once: the first ones.
    """
    made = hashlib.sha256()
    for top, path in _files(question):
        made.update(path.relative_to(top).as_posix().encode())
        made.update(path.read_bytes())
    functions = question.search, question.entries
    asked = (
        question.name,
        *functions,
        question.accept,
        question.repeats,
        question.remembers,
    )
    made.update(repr((asked, tuple(fingerprints.items()), visible)).encode())
    return made.hexdigest()[:LETTERS]


def _files(question: Question) -> Iterator[tuple[Path, Path]]:
    """The project's, and the assignment's own, each below its folder."""
    own = question.places.folder
    for pattern in (
        f"reference/{question.module}.py",
        "reference/conventions/*.py",
        f"reference/styles/{question.module}/*.py",
        "reference/misconceptions/*.yaml",
        *MADE_BY,
    ):
        yield from ((PROJECT, path) for path in visible(PROJECT, pattern))
        if own is not None:
            yield from ((own, path) for path in question.places.own(pattern))
