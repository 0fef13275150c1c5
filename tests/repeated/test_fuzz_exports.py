"""Exports that are damaged or made up of odd names: read, or refused with a sentence.

Whatever is found, each submission has a name of its own that can be stored, its files
are listed within the bounds of one submission, and the table stays in its columns.
"""

from __future__ import annotations

import warnings
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.classroom.course import Export, Handed, Student
from autograder.classroom.exports.reading import KINDS, read
from autograder.classroom.students import enrol, enrolment_table
from autograder.errors import AssignmentError
from autograder.text import column_count
from autograder.uploads.reading import Refused, Upload
from tests.classroom import made_exports as made
from tests.fuzzing import random_of, within

Found = TypeVar("Found")
SEEDS = st.integers(0, 2**64 - 1)
EXAMPLES = 2000
MODULES = ("minimax", "alpha_beta")
LONGEST = 10  # seconds that one export may take
PARTS = (
    *("Ann Lee", "leeann", "_12", "_34", "_LATE", "_late", "anon_Ab1", "-1", "_", "a"),
    *(
        "_assignsubmission",
        "_file",
        "_file_",
        "_onlinetext",
        "_text.html",
        "_link.html",
    ),
    *("minimax", "_minimax", ".py", ".zip", ".tar.gz", "submission_1", "submission_2"),
    *("submission_metadata.yml", "/", "/", "../", "\\", "\n", "\u202e", "é", ":", "."),
    *("x" * 300, "__MACOSX/", "assignment_7_export/"),
)
METADATA = b"submission_1:\n  :submitters:\n  - :name: A\n    :sid: 1\n  :results: {}\n"
ROSTER = (Student("Ann Lee", "12", lms="12"), Student("A", "1"))


def contents(folder: Path) -> tuple[bytes, ...]:
    """What a file may hold."""
    zipped = made.zipped(folder, {"minimax.py": b"x = 1\n"})
    return (b"", b"x = 1\n", zipped, zipped[:-5], METADATA, METADATA[:-3], b"a: [")


def export_of(random: Random, folder: Path) -> Path:
    """A zip of odd names, one in five with some wrong bytes."""
    path, known = folder / "class.zip", contents(folder)
    with zipfile.ZipFile(path, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names that are there twice
        for name in random.choice((made.canvas, made.moodle, made.folder))(made.WORK):
            archive.writestr(name, random.choice(known))
        for _ in range(random.randrange(6)):
            name = "".join(random.choices(PARTS, k=random.randint(1, 6)))
            archive.writestr(name, random.choice(known))
    raw = bytearray(path.read_bytes())
    for _ in range(random.choice((0, 0, 0, 0, 3))):
        raw[random.randrange(len(raw))] = random.randrange(256)
    path.write_bytes(raw)
    return path


@settings(max_examples=EXAMPLES)
@given(SEEDS)
def test_odd_exports(seed: int) -> None:
    """Nothing but a sentence comes of what cannot be used."""
    random = random_of(seed)
    kind, roster = random.choice(("", *KINDS)), random.choice((None, ROSTER))
    with TemporaryDirectory() as temporary, within(LONGEST):
        path = export_of(random, Path(temporary))
        export = or_refused(lambda: read(path, MODULES, kind))
        if export is not None:
            check_submissions(export)
            enrolment = enrol(export, roster)
            assert all(note.isprintable() for note in enrolment.notes)
            assert max(map(column_count, enrolment_table(enrolment).split("\n"))) <= 80


def or_refused(read_it: Callable[[], Found]) -> Found | None:
    """What is read; None where a sentence says why it cannot be."""
    said = ""
    try:
        return read_it()
    except (AssignmentError, Refused) as refusal:
        said = str(refusal)
    assert said
    assert said.isprintable()
    return None


def files_of(handed: Handed) -> tuple[Upload, ...]:
    """All files of a submission."""
    return tuple(handed.files())


def check_submissions(export: Export) -> None:
    """Names can be stored, and all files be read or refused."""
    assert len({handed.name for handed in export.handed}) == len(export.handed)
    for handed in export.handed:
        for text in (handed.name, handed.original, *(s.name for s in handed.students)):
            text.encode()
        for upload in or_refused(partial(files_of, handed)) or ():
            or_refused(upload.read)
