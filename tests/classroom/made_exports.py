"""Made-up exports of each kind, from who handed in which files.

A function gives the files of an export by their paths; `as_folder` and `as_zip` write
them, and whatever else a test puts among them.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import yaml

from autograder.classroom.course import Student

Who = Student | tuple[Student, ...]  # one, or the members of a group
Files = Mapping[str, bytes]
EXPORT = "assignment_7_export"
METADATA = f"{EXPORT}/submission_metadata.yml"
ANN = Student("Ann Lee", "00123", "ann@school.edu", "7001")
BOB = Student("Bob Ray", "1e5", "bob@school.edu", "7002")
CYD = Student("Cyd No", "", "", "7003")
WORK: Mapping[Who, Files] = {
    ANN: {"minimax.py": b"ann = 1\n"},
    BOB: {"minimax.py": b"bob = 1\n", "alpha_beta.py": b"bob = 2\n"},
}


def gradescope(work: Mapping[Who, Files], root: str = f"{EXPORT}/") -> dict[str, bytes]:
    """Submissions 1, 2, …, each handed in a minute after the one before."""
    metadata = {
        f"submission_{number}": {
            ":submitters": [_symbols(each) for each in members(who)],
            ":created_at": f"2026-02-03 10:{number % 60:02}:00.000000000 Z",
            ":score": 1.0,
            ":results": {"tests": [{"output": "text\n:results:\nmore"}]},
            ":history": [{":id": number, ":created_at": "2026-02-01 10:00:00 Z"}],
        }
        for number, who in enumerate(work, 1)
    }
    text = yaml.safe_dump(metadata, sort_keys=False, allow_unicode=True)
    return {f"{root}submission_metadata.yml": text.encode()} | {
        f"{root}submission_{number}/{path}": content
        for number, files in enumerate(work.values(), 1)
        for path, content in files.items()
    }


def canvas(
    work: Mapping[Who, Files], late: tuple[Student, ...] = ()
) -> dict[str, bytes]:
    """File ids count from 9001; a user without an id gets one from 5001 on."""
    files = [
        (f"{_canvas_prefix(number, who, late)}_{{}}_{name}", content)
        for number, (who, sent) in enumerate(work.items(), 5001)
        for name, content in sent.items()
    ]
    return {
        name.format(id_): content for id_, (name, content) in enumerate(files, 9001)
    }


def moodle(work: Mapping[Who, Files], mark: str = "_file_/") -> dict[str, bytes]:
    """In folders; with `_file/` as later versions name them, with `_file_` flat."""
    return {
        f"{_moodle_prefix(number, who)}_assignsubmission{mark}{path}": content
        for number, (who, sent) in enumerate(work.items(), 5001)
        for path, content in sent.items()
    }


def folder(work: Mapping[Who, Files]) -> dict[str, bytes]:
    """A folder a student, of the student's name."""
    return {
        f"{members(who)[0].name}/{path}": content
        for who, sent in work.items()
        for path, content in sent.items()
    }


def members(who: Who) -> tuple[Student, ...]:
    """The students of one submission."""
    return (who,) if isinstance(who, Student) else who


def as_folder(path: Path, files: Files) -> Path:
    """Write the files below a folder; a path that ends in `/` is an empty folder."""
    path.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        target = path / name
        if name.endswith("/"):
            target.mkdir(parents=True, exist_ok=True)
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    return path


def as_zip(path: Path, files: Files) -> Path:
    """Write the files to a zip, in their order."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def zipped(folder: Path, files: Files) -> bytes:
    """The content of a zip with these files, made in a folder for it."""
    path = as_zip(folder / "made.zip", files)
    content = path.read_bytes()
    path.unlink()
    return content


def _symbols(student: Student) -> dict[str, str]:
    said = {":name": student.name, ":sid": student.sid, ":email": student.email}
    return {key: text for key, text in said.items() if text or key == ":name"}


def _canvas_prefix(number: int, who: Who, late: tuple[Student, ...]) -> str:
    first = members(who)[0]
    mark = "_LATE" if first in late else ""
    return f"{''.join(_sortable(first.name))}{mark}_{first.lms or number}"


def _sortable(name: str) -> Iterator[str]:
    """Last name first, letters alone, as Canvas writes them."""
    *firsts, last = name.split()
    yield from (letter for word in (last, *firsts) for letter in word.lower())


def _moodle_prefix(number: int, who: Who) -> str:
    first = members(who)[0]
    return f"{first.name.replace('_', ' ')}_{first.lms or number}"
