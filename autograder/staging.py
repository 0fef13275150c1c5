"""Stage a submission: copy what may be imported, and only that, to a private folder."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path, PurePosixPath

from autograder.text import clean, listed
from autograder.uploads import IGNORED, NAME, Upload, reason_of, uploads

MOST_FILES, MOST_ENTRIES = 200, 20_000
MOST_TOTAL = 8 << 20  # bytes of all files together


@dataclass(frozen=True, slots=True)
class Staged:
    """A staged submission: where its modules are, and what the student sent.

    `refused` tells, by path, why a file was left out; `complete` is false if there
    were more files than are looked at.
    """

    folder: Path
    found: tuple[str, ...]
    refused: dict[str, str]
    complete: bool = True

    def has(self, module: str) -> bool:
        """Whether the module can be imported from the staged folder."""
        return (self.folder / f"{module}.py").is_file()

    def missing(self, module: str) -> str:
        """One sentence on a module that is not there, with what to do."""
        name = f"{module}.py"
        for path, reason in self.refused.items():
            if PurePosixPath(path).name == name:
                return f"{name} {reason}"
        paths = [PurePosixPath(path) for path in sorted(self.found)]
        homes = tuple(f"{clean(str(p.parent), NAME)}/" for p in paths if p.name == name)
        if homes:
            one_place = "put the modules into one folder, and each there once"
            return f"{name} is in {listed(homes, 3)}; {one_place}"
        if not self.complete:
            return f"{name} is not among the first {MOST_ENTRIES:,} files; send fewer"
        names = [path.name for path in paths]
        lower = {n.lower(): n for n in names}
        near = difflib.get_close_matches(name, lower, n=1, cutoff=0.6)
        if near:
            found = clean(lower[near[0]], NAME)
            return f"{name} is missing; rename {found}?"
        found = listed(tuple(clean(n, NAME) for n in sorted(names)), 3) or "nothing"
        return f"{name} is missing; found {found}"


def stage(submission: Path, folder: Path, modules: tuple[str, ...]) -> Staged:
    """Copy the Python files of a submission to a new folder that others can read.

    Raises AssignmentError if the submission is no folder, file or readable zip.
    """
    files = uploads(submission)
    folder.mkdir()
    found, refused = _copy(islice(files, MOST_ENTRIES), folder)
    _open_to_others(folder)
    complete = next(files, None) is None
    return Staged(_root(folder, modules), tuple(found), refused, complete)


def _copy(files: Iterator[Upload], folder: Path) -> tuple[list[str], dict[str, str]]:
    """Write what may be imported; the paths that were found, and why some were not."""
    found: dict[str, None] = {}
    refused: dict[str, str] = {}
    staged = size = 0
    for upload in files:
        parts = PurePosixPath(upload.path).parts
        if any(part in IGNORED for part in parts):
            continue
        reason = upload.reason
        if upload.path in found:
            reason = "is there twice; send it once"
        elif upload.content is not None and upload.path.endswith(".py"):
            staged, size = staged + 1, size + len(upload.content)
            reason = _too_much(staged, size) or _write(
                folder.joinpath(*parts), upload.content
            )
        found[upload.path] = None
        if reason:
            refused[upload.path] = reason
    return list(found), refused


def _too_much(files: int, size: int) -> str:
    """Why this file is one too many; or "" if it is not."""
    if files > MOST_FILES:
        return f"is one of more than {MOST_FILES} Python files; send only your own"
    if size > MOST_TOTAL:
        return f"and the other files are larger than {MOST_TOTAL >> 20} MiB together"
    return ""


def _write(target: Path, content: bytes) -> str:
    """Write a file; why that is not possible, or "" if it was."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("xb") as file:
            file.write(content)
    except (OSError, ValueError) as fault:
        return f"cannot be stored ({reason_of(fault)})"
    return ""


def _root(folder: Path, modules: tuple[str, ...]) -> Path:
    """The folder of the modules: the top, or the one below that has most of them."""
    names = {f"{module}.py" for module in modules}
    homes = Counter(p.parent for p in folder.rglob("*.py") if p.name in names)
    if folder in homes or not homes:
        return folder
    (best, most), *others = homes.most_common(2)
    return folder if others and others[0][1] == most else best


def _open_to_others(folder: Path) -> None:
    """Readable by the user that runs it, writable by none but the grader."""
    folder.chmod(0o755)
    for path in folder.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
