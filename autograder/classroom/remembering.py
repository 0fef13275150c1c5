"""What a run was told once, and later runs need not be told again; files whole."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from autograder.assignment.selection import nearest
from autograder.classroom import lateness
from autograder.classroom.course import Remembered
from autograder.classroom.gradebooks import cells
from autograder.errors import AssignmentError
from autograder.files import content_of
from autograder.project import TREES
from autograder.text import clean, listed, path_shown

FILES = ("roster", "canvas", "moodle", "late", "comments", "requests")
ASSIGNMENT = "assignment"  # the folder alone: what is in it may change
TEXTS = (
    ASSIGNMENT,
    "column",
    "identifier-column",
    "grade-column",
    "due",
    "late-rule",
    "keep",
    "names",
    "feedback",
)
OF = {  # what says nothing without another
    "canvas": ("column",),
    "moodle": ("identifier-column", "grade-column"),
    "due": ("late-rule",),
}
OVERRIDES = "overrides"  # which have a table of their own
NAMES = (*FILES, *TEXTS, OVERRIDES)
SHOWN = 60  # characters of a value
GONE = "{}: there is no such folder; --assignment DIR says where the assignment is"
UNKNOWN = "--forget {}: the store has nothing of it; {}{}"
ANEW = "{} was changed since; give --{} again to read it anew."


def remembered_options(options: argparse.Namespace) -> dict[str, Remembered]:
    """What this run is told; AssignmentError where a file cannot be read."""
    found = {}
    for name in (*FILES, *TEXTS):
        value = getattr(options, name.replace("-", "_"))
        if value is None:
            continue
        found[name] = Remembered(str(value))
        if name in FILES:
            found[name] = Remembered(str(value), cells.read(value))
        elif name == ASSIGNMENT:
            found[name] = Remembered(str(Path(value).resolve()))
        elif name == "due":  # a time in another zone stays the same
            try:
                found[name] = Remembered(lateness.time_text(lateness.parse(value)))
            except AssignmentError as fault:
                raise AssignmentError(f"--due {fault}") from None
    return found


def assignment(remembered: Mapping[str, Remembered]) -> Path:
    """The folder of a class's assignment; AssignmentError where it is gone."""
    if ASSIGNMENT not in remembered:
        return TREES
    folder = Path(remembered[ASSIGNMENT].value)
    if not folder.is_dir():
        raise AssignmentError(GONE.format(path_shown(folder)))
    return folder


def forget(
    before: Mapping[str, Remembered], names: Iterable[str]
) -> dict[str, Remembered]:
    """What earlier runs were told, but for these; AssignmentError for one unknown."""
    kept = dict(before)
    for name in names:
        if name not in before and name != OVERRIDES:
            names = (*before, OVERRIDES)
            there = (
                f"it has {listed(tuple(before), 20)}" if before else "it has nothing"
            )
            raise AssignmentError(
                UNKNOWN.format(clean(name, SHOWN), there, nearest(name, names))
            )
        for each in (name, *OF.get(name, ())):
            kept.pop(each, None)
    return kept


def sentences(
    before: Mapping[str, Remembered], now: Iterable[str], overrides: int
) -> Iterator[str]:
    """What is taken from earlier runs, and what of that has changed since."""
    kept = {name: each for name, each in before.items() if name not in {*now}}
    named = [f"{name} {_shown(name, each)}" for name, each in kept.items()]
    if overrides:
        named.append(f"{overrides} override{'s' if overrides > 1 else ''}")
    if named:
        yield f"From earlier runs: {', '.join(named)}; --forget NAME drops one."
    for name, each in kept.items():
        if each.content is not None and _is_other(Path(each.value), each.content):
            yield ANEW.format(_shown(name, each), name)


def _shown(name: str, each: Remembered) -> str:
    if name in FILES:
        return path_shown(Path(each.value))
    if name == ASSIGNMENT and Path(each.value).is_relative_to(Path.cwd()):
        return path_shown(Path(each.value).relative_to(Path.cwd()))
    return clean(each.value, SHOWN)


def _is_other(path: Path, content: bytes) -> bool:
    with suppress(OSError):
        return content_of(path) != content  # of which a store may name any
    return False
