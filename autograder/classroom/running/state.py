"""What a grading hangs on beside the submission, as digests."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from autograder.project import PROJECT

CACHES = "__pycache__"
PACKAGE, REFERENCE = "autograder", "reference"  # the second finds the smallest trees


@dataclass(frozen=True, slots=True)
class GraderState:
    """Digests of the assignment's files and of the grader's, Python's version, layers.

    Where two states differ, what was graded under one may come out otherwise under the
    other.
    """

    assignment: str
    grader: str
    python: str
    layers: str

    def digest(self) -> str:
        """One for all four."""
        return hashlib.sha256(repr(self).encode()).hexdigest()

    def under(self, layers: Mapping[str, Any]) -> GraderState:
        """This state in these layers."""
        return replace(self, layers=_as_text(layers))

    def shows_as(self, other: GraderState) -> bool:
        """Whether students see the same of a report: what, these two decide."""
        return (self.assignment, self.grader) == (other.assignment, other.grader)

    def differs_in(self, other: GraderState) -> tuple[str, ...]:
        """The names of what is different."""
        names = [each.name for each in fields(self)]
        return tuple(n for n in names if getattr(self, n) != getattr(other, n))


def state_of(folder: Path, layers: Mapping[str, Any]) -> GraderState:
    """The state in which an assignment's folder is graded here and now.

    Raises OSError where a file of it cannot be read.
    """
    grader = [
        path
        for name in (PACKAGE, REFERENCE)
        for path in (PROJECT / name).rglob("*")
        if path.suffix != ".pyc"
    ]
    return GraderState(
        _digest(folder, folder.rglob("*")),
        _digest(PROJECT, grader),
        platform.python_version(),
        _as_text(layers),
    )


def _as_text(layers: Mapping[str, Any]) -> str:
    return json.dumps(layers, sort_keys=True)


def _digest(top: Path, paths: Iterable[Path]) -> str:
    """Of the files' paths below the top, and of what is in them."""
    found = hashlib.sha256()
    for path in sorted(paths):
        if CACHES not in path.parts and path.is_file():
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            found.update(f"{path.relative_to(top).as_posix()}\n{content}\n".encode())
    return found.hexdigest()
