"""The state in which a class is graded, and the folder in which graders work."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import stat
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import yaml

from autograder.files import visible
from autograder.project import PACKAGE, REFERENCE, files_of_package
from autograder.walls.leftovers import remove

CACHES = "__pycache__"
ASSIGNMENT = "assignment.yaml"
WORTH = {"points", "worth", "visibility", "title"}  # keys that change no test


@dataclass(frozen=True, slots=True)
class GraderState:
    """What outcomes hang on; `asked` leaves out points, visibility and titles."""

    assignment: str  # a digest, as the grader's
    grader: str
    python: str
    layers: str
    asked: str = field(default="", compare=False, repr=False)

    def digests_without_assignment(self) -> tuple[str, str, str, str]:
        """All but what is asked, which the assignment tells already."""
        return (self.assignment, self.grader, self.python, self.layers)

    def digest(self) -> str:
        """One for all four."""
        return hashlib.sha256(repr(self).encode()).hexdigest()

    def with_layers(self, layers: Mapping[str, Any]) -> GraderState:
        """This state in these layers."""
        return replace(self, layers=_as_text(layers))

    def is_shown_as(self, other: GraderState) -> bool:
        """Whether students see the same of a report: what, these two decide."""
        return (self.assignment, self.grader) == (other.assignment, other.grader)

    def names_of_differences(self, other: GraderState) -> tuple[str, ...]:
        """The names of what is different."""
        names = [each.name for each in fields(self) if each.compare]
        return tuple(n for n in names if getattr(self, n) != getattr(other, n))


def state_of(folder: Path, layers: Mapping[str, Any]) -> GraderState:
    """The state in which an assignment's folder is graded here and now, or OSError."""
    package = _digest(PACKAGE, files_of_package().values())
    reference = _digest(REFERENCE, visible(REFERENCE, "**/*"))
    # What is asked, whatever it is worth and whoever sees it:
    path = folder / ASSIGNMENT
    others = (each for each in visible(folder, "**/*") if each != path)
    told = json.dumps(_without_points(yaml.safe_load(path.read_bytes())), default=str)
    return GraderState(
        _digest(folder, visible(folder, "**/*")),
        f"{package}{reference}",
        platform.python_version(),
        _as_text(layers),
        hashlib.sha256(f"{told}\n{_digest(folder, others)}".encode()).hexdigest(),
    )


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


BEGINNING = "autograder-class-"
PASSED = 0o711  # by a worker, who may have another user, on the way to its own folder
SWEEPING, PAUSE = 1.0, 0.02  # seconds
MARK = 16  # hexadecimal digits


@contextmanager
def scratch(out: Path) -> Iterator[Path]:
    """A new folder, the same for each `out`; who asks must have the store's lock."""
    path = _folder_of(out)
    try:
        path.chmod(PASSED)
        yield path
    finally:
        # Who sweeps up behind a grader that was killed removes its folder.
        end = time.monotonic() + SWEEPING
        with suppress(OSError):
            while (
                any(each.is_dir() for each in path.iterdir()) and time.monotonic() < end
            ):
                time.sleep(PAUSE)
        remove(path)


def _folder_of(out: Path) -> Path:
    mark = hashlib.sha256(os.fsencode(out.resolve())).hexdigest()[:MARK]
    path = Path(tempfile.gettempdir(), f"{BEGINNING}{mark}")
    with suppress(OSError):
        if _is_mine(path):
            remove(path)
        path.mkdir(mode=PASSED)
        return path
    return Path(tempfile.mkdtemp(prefix=BEGINNING))


def _is_mine(path: Path) -> bool:
    """Whether it is a folder of this user; nobody else can then put another there."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        return False
    user = os.geteuid() if hasattr(os, "geteuid") else 0  # as Windows has it everywhere
    return stat.S_ISDIR(found.st_mode) and found.st_uid == user
