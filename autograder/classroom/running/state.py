"""What a grading hangs on beside the submission, as digests."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import yaml

from autograder.files import visible
from autograder.project import PROJECT

CACHES = "__pycache__"
ASSIGNMENT = "assignment.yaml"
WORTH = {"points", "worth", "visibility", "title"}  # keys that change no test
PACKAGE, REFERENCE = "autograder", "reference"  # the second finds the smallest trees


@dataclass(frozen=True, slots=True)
class GraderState:
    """Digests of the assignment's files and of the grader's, Python's version, layers.

    Where two states differ, what was graded under one may come out otherwise under the
    other. `asked` is a digest of the assignment without points, visibility and titles,
    "" where that is not known: where it is the same, nothing is run to count anew.
    """

    assignment: str
    grader: str
    python: str
    layers: str
    asked: str = field(default="", compare=False, repr=False)

    def four(self) -> tuple[str, str, str, str]:
        """All but what is asked, which the assignment tells already."""
        return (self.assignment, self.grader, self.python, self.layers)

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
        names = [each.name for each in fields(self) if each.compare]
        return tuple(n for n in names if getattr(self, n) != getattr(other, n))


def state_of(folder: Path, layers: Mapping[str, Any]) -> GraderState:
    """The state in which an assignment's folder is graded here and now.

    Raises OSError where a file of it cannot be read.
    """
    grader = [
        path
        for name in (PACKAGE, REFERENCE)
        for path in visible(PROJECT / name, "**/*")
        if path.suffix != ".pyc"
    ]
    return GraderState(
        _digest(folder, visible(folder, "**/*")),
        _digest(PROJECT, grader),
        platform.python_version(),
        _as_text(layers),
        _asked(folder),
    )


def _asked(folder: Path) -> str:
    """What is asked in an assignment's folder, whatever it is worth and who sees it."""
    path = folder / ASSIGNMENT
    others = (each for each in visible(folder, "**/*") if each != path)
    told = json.dumps(_without_points(yaml.safe_load(path.read_bytes())), default=str)
    return hashlib.sha256(f"{told}\n{_digest(folder, others)}".encode()).hexdigest()


def _without_points(value: Any) -> Any:
    """A part of an assignment, in which facets stay, and what they earn goes."""
    if isinstance(value, list):
        return [_without_points(each) for each in value]
    if not isinstance(value, dict):
        return value
    found = {key: _without_points(value[key]) for key in value.keys() - WORTH}
    shares = value.get("points")
    if isinstance(shares, dict):
        found["points"] = sorted(str(facet) for facet in shares)
    return dict(sorted(found.items(), key=lambda pair: str(pair[0])))


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
