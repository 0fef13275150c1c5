"""Whether tests were seen to do: recorded, with a digest of all that it hangs on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from autograder import files
from autograder.answers.file import FOLDER
from autograder.assignment.reading import FILE
from autograder.project import PROJECT

RECORD = Path(FOLDER, "adequate.txt")  # in an assignment's folder
WITHOUT = {  # rooms that only tell of it, or have no part in it
    *("classroom", "commands", "drawing", "report", "testing", "venv", "words"),
}
CACHES = "__pycache__"


def is_proven(folder: Path) -> bool:
    """Whether nothing has changed since the tests of a folder were seen to do."""
    return files.text_of(folder / RECORD) == _digest(folder)


def remember(folder: Path) -> None:
    """Record that the tests of a folder do, as all stands now."""
    files.write_text(folder / RECORD, _digest(folder))


def _digest(folder: Path) -> str:
    """Of trees, answers and mistakes, of the reference, and of the grader."""
    made = hashlib.sha256()
    for top, path in _files(folder):
        made.update(path.relative_to(top).as_posix().encode())
        made.update(hashlib.sha256(path.read_bytes()).digest())
    return f"{made.hexdigest()}\n"


def _files(folder: Path) -> Iterator[tuple[Path, Path]]:
    """All that it hangs on; folders below with an assignment of their own do not."""
    others = [
        p.parent for p in files.visible(folder, f"**/{FILE}") if p.parent != folder
    ]
    for path in files.visible(folder, "**/*"):
        if path != folder / RECORD and not {*path.parents} & {*others}:
            yield from _kept(folder, path)
    for path in files.visible(PROJECT / "reference", "**/*"):
        yield from _kept(PROJECT, path)
    package = PROJECT / "autograder"
    for path in files.visible(package, "**/*.py"):
        if path.relative_to(package).parts[0] not in WITHOUT:
            yield PROJECT, path


def _kept(top: Path, path: Path) -> Iterator[tuple[Path, Path]]:
    if path.is_file() and CACHES not in path.parts:
        yield top, path
