"""Uploads, damaged and malicious: staged safely, or refused with a sentence.

Whatever a zip or a folder holds, only regular files come out of it, below the
folder that was named and below the limits, and nothing else on the disk changes.
"""

from __future__ import annotations

import os
import stat
import struct
import tracemalloc
import warnings
import zipfile
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.errors import AssignmentError
from autograder.uploads.reading import MOST_BYTES, uploads
from autograder.uploads.staging import (
    MOST_FILES,
    MOST_TOTAL,
    StagedSubmission,
    pick,
    stage,
)
from tests.fuzzing import random_of, within

SEEDS = st.integers(0, 2**64 - 1)
MODULES = ("minimax", "alpha_beta")
SECRET = b"what a link in an upload leads to: this file"
CODE = b"import helper, alpha_beta, a, x\ndef max_value(game, state): ...\n"
LONGEST_SENTENCE = 500
MIB = 1 << 20
NAMES = (
    *("minimax.py", "alpha_beta.py", "helper.py", "a/helper.py", "Minimax.py"),
    *("minimax (1).py", "minimax.py ", " minimax.py", "minimax.py.", "minimax.pyc"),
    *("../minimax.py", "/minimax.py", "a/../../minimax.py", "./minimax.py", "a//b.py"),
    *("..\\minimax.py", "C:\\minimax.py", "C:minimax.py", "\\\\host\\minimax.py"),
    *("a/minimax.py", "a/b/minimax.py", "a", "a/", "a/.py", ".py", "..", ".", "/", ""),
    *("minimax.py/x.py", "minimax.py/", "a/" * 30 + "minimax.py", "x" * 300 + ".py"),
    *("x/" * 200 + "x.py", "conftest.py", "a/conftest.py", "json.py", "__init__.py"),
    *("__pycache__/minimax.py", ".git/minimax.py", "__MACOSX/._minimax.py", "~.py"),
    *("-rf.py", "$(id).py", "a\nb.py", "\x1b[2J.py", "\u202eyp.xaminim", "\x00.py"),
    *("\uff4dinimax.py", "mini\u0301max.py", "x.ipynb", "x.zip", "con.py", "a:b.py"),
    *(
        "\udcff.py",
        "&lt;b&gt;.py",
        "minimax.PY",
        "a/minimax.py/../x.py",
        "autograder.py",
    ),
)
CONTENTS = (
    *(CODE, b"", b"\0" * 3000, b"\xff\xfe" + CODE.decode().encode("utf-16-le")),
    *(
        b"\xef\xbb\xbf" + CODE,
        CODE.replace(b"\n", b"\r"),
        b"#" * 5000,
        b"PK\x05\x06" * 9,
    ),
)
KINDS = (
    *(0, stat.S_IFREG | 0o644, stat.S_IFREG | 0o4777, stat.S_IFLNK | 0o777),
    *(stat.S_IFIFO, stat.S_IFCHR, stat.S_IFSOCK, stat.S_IFDIR, 0xFFFF, 0o000),
)
LOCAL, CENTRAL, END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
# Offsets of the fields behind each signature, with their sizes: flags, method, CRC,
# sizes, lengths of names and extras, attributes, offsets; counts and comments.
FIELDS = {
    LOCAL: ((4, 2), (6, 2), (8, 2), (14, 4), (18, 4), (22, 4), (26, 2), (28, 2)),
    CENTRAL: (
        *((6, 2), (8, 2), (10, 2), (16, 4), (20, 4), (24, 4), (28, 2), (30, 2)),
        *((32, 2), (34, 2), (38, 4), (42, 4)),
    ),
    END: ((4, 2), (8, 2), (10, 2), (12, 4), (16, 4), (20, 2)),
}
LIES = (
    0,
    1,
    8,
    9,
    12,
    14,
    99,
    0x7F,
    0x800,
    0xFFFE,
    0xFFFF,
    2**31,
    2**32 - 2,
    2**32 - 1,
)


# Archives


def entry_of(random: Random) -> zipfile.ZipInfo:
    """One entry: a name, a kind of file, flags."""
    name = random.choice(NAMES[:3] if random.random() < 0.3 else NAMES)
    entry = zipfile.ZipInfo("x")
    entry.filename = name.encode("utf-8", "replace").decode()
    entry.external_attr = random.choice(KINDS) << 16 if random.random() < 0.3 else 0
    entry.compress_type = random.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
    if random.random() < 0.1:
        entry.compress_type = random.choice((zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA))
    if random.random() < 0.1:
        entry.extra = extra_of(random)
    return entry


def extra_of(random: Random) -> bytes:
    """An extra field: of zip64, of a Unicode path, or of nothing known; often cut."""
    body = struct.pack("<QQQ", *(random.choice(LIES) for _ in range(3)))
    kind = random.choice((1, 0x7075, 0x6375, random.getrandbits(16)))
    field = struct.pack("<HH", kind, random.choice((0, 8, 16, 24, 25, 0xFFFF))) + body
    return field[: random.choice((3, 12, 20, len(field)))]


def archive_of(random: Random) -> bytes:
    """A zip as the library writes it, of entries that nobody should trust."""
    written = BytesIO()
    with zipfile.ZipFile(written, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names that are there twice
        for _ in range(random.choice((0, 1, 2, 3, 8))):
            content = random.choice(CONTENTS)
            if random.random() < 0.02:
                content = b"\n" * (MOST_BYTES + random.choice((0, 1)))
            archive.writestr(entry_of(random), content)
        archive.comment = random.choice((b"", b"", END * 3, b"x" * 500))
    return written.getvalue()


def lie(random: Random, archive: bytes) -> bytes:
    """A field of a header tells something else."""
    signature = random.choice(tuple(FIELDS))
    places = [i for i in range(len(archive)) if archive.startswith(signature, i)]
    if not places:
        return archive
    offset, size = random.choice(FIELDS[signature])
    at = random.choice(places) + offset
    number = random.choice((*LIES, random.getrandbits(32))) & ((1 << 8 * size) - 1)
    return archive[:at] + number.to_bytes(size, "little") + archive[at + size :]


def flip(random: Random, archive: bytes) -> bytes:
    """One byte becomes another."""
    at = random.randrange(len(archive) + 1)
    return archive[:at] + random.randbytes(1) + archive[at + 1 :]


def cut(random: Random, archive: bytes) -> bytes:
    """Some bytes are lost, mostly the last ones."""
    at = random.randrange(len(archive) + 1)
    return archive[:at] + archive[at + random.choice((1, 4, 10**9, 10**9)) :]


def prepend(random: Random, archive: bytes) -> bytes:
    """As in a program that unpacks itself."""
    return random.choice((b"#!/bin/sh\n", LOCAL, b"\0" * 100, CODE)) + archive


def repeat(_random: Random, archive: bytes) -> bytes:
    """Two archives, one behind the other."""
    return archive + archive


DAMAGE: tuple[Callable[[Random, bytes], bytes], ...] = (
    lie,
    lie,
    lie,
    lie,
    flip,
    flip,
    cut,
    prepend,
    repeat,
)


def damaged_archive(random: Random) -> bytes:
    """A zip after up to four accidents."""
    archive = archive_of(random)
    for _ in range(random.choice((0, 1, 1, 2, 4))):
        archive = random.choice(DAMAGE)(random, archive)
    return archive


# Folders


def fill(random: Random, folder: Path) -> None:
    """Put files, folders, links and what is none of these into a folder."""
    for _ in range(random.choice((1, 3, 8))):
        path = folder / random.choice(NAMES).replace("\\", "/").replace(
            "..", "b"
        ).lstrip("/")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            random.choice((write, write, write, link, fifo, Path.mkdir))(path)
        except (OSError, ValueError):
            continue  # a name that this system has no place for


def write(path: Path) -> None:
    """A module."""
    with path.open("xb") as file:  # what is there may be a pipe
        file.write(CODE)


def link(path: Path) -> None:
    """A link to a file that is none of the student's."""
    path.symlink_to(__file__)


def fifo(path: Path) -> None:
    """A pipe that nobody writes into."""
    os.mkfifo(path)


# What must hold.


def assert_safe(found: StagedSubmission, folder: Path) -> None:
    """Regular files of the student's own, inside, few and small."""
    files = [path for path in folder.rglob("*") if not path.is_dir()]
    for path in files:
        status = path.lstat()
        assert stat.S_ISREG(status.st_mode)
        assert status.st_mode & 0o7022 == 0, "no one else may write, nothing is setuid"
        assert status.st_size <= MOST_BYTES
        assert path.suffix == ".py"
        assert SECRET not in path.read_bytes()
    assert len(files) <= MOST_FILES
    assert sum(path.stat().st_size for path in files) <= MOST_TOTAL
    assert found.folder.is_relative_to(folder)
    for module in MODULES:
        if not found.has(module):
            assert_sentence(found.missing(module))


def assert_sentence(text: str) -> None:
    """One line, bounded, and harmless to print."""
    assert text.isprintable()
    assert 0 < len(text) <= LONGEST_SENTENCE


def listing(folder: Path) -> dict[Path, tuple[int, int]]:
    """All that lies in a folder: kinds and sizes."""
    paths = sorted(folder.rglob("*"))
    return {p: (p.lstat().st_mode, p.lstat().st_size) for p in paths}


def stage_safely(submission: Path, top: Path) -> StagedSubmission | None:
    """Stage into a folder beside which nothing may change; None if refused."""
    before = listing(top)
    folder = top / "in" / "staged"
    folder.parent.mkdir()
    found: StagedSubmission | None = None
    try:
        with within(60):
            found = stage(pick(uploads(submission), MODULES), folder)
    except AssignmentError as fault:
        assert_sentence(str(fault).replace(str(top), ""))
    if found is not None:
        assert_safe(found, folder)
    after = {
        p: seen
        for p, seen in listing(top).items()
        if folder.parent not in (p, *p.parents)
    }
    assert before == after
    return found


def test_a_damaged_zip_is_staged_safely_or_refused() -> None:
    """Nothing leads out of the folder, whatever names and headers say."""
    staged: list[bool] = []

    @given(SEEDS)
    @settings(max_examples=250)
    def fuzz(seed: int) -> None:
        with TemporaryDirectory() as name:
            submission = Path(name, "upload.zip")
            submission.write_bytes(damaged_archive(random_of(seed)))
            found = stage_safely(submission, Path(name))
            staged.append(found is not None and found.has("minimax"))

    fuzz()
    assert any(staged), "a positive control: some zips are good enough"


def test_any_folder_is_staged_safely() -> None:
    """Links are not followed, and pipes are not waited for."""
    staged: list[bool] = []

    @given(SEEDS)
    @settings(max_examples=100)
    def fuzz(seed: int) -> None:
        with TemporaryDirectory() as name:
            submission = Path(name, "upload")
            submission.mkdir()
            fill(random_of(seed), submission)
            found = stage_safely(submission, Path(name))
            staged.append(found is not None and found.has("minimax"))

    fuzz()
    assert any(staged), "a positive control: some folders are good enough"


@given(SEEDS, st.sampled_from(["x.py", "minimax.py", "x.zip", "x", "x.tar.gz"]))
@settings(max_examples=100)
def test_any_single_file_is_staged_safely(seed: int, name: str) -> None:
    """A module, a zip by another name, noise."""
    random = random_of(seed)
    with TemporaryDirectory() as top:
        submission = Path(top, name)
        content = (CODE, damaged_archive(random), random.randbytes(100))
        submission.write_bytes(random.choice(content))
        stage_safely(submission, Path(top))


def zeros(gigabytes: int) -> bytes:
    """So many zeros, deflated; a piece behind a full flush is like any other."""
    deflate = zlib.compressobj(wbits=-15)
    piece = deflate.compress(bytes(MIB)) + deflate.flush(zlib.Z_FULL_FLUSH)
    return piece * (1024 * gigabytes) + deflate.flush()


@pytest.mark.parametrize("declared", [1 << 30, 10])
def test_a_gigabyte_of_zeros_is_not_inflated(tmp_path: Path, declared: int) -> None:
    """Neither where its size is told, nor where it is told to be small."""
    written = BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr("minimax.py", zeros(1))
    bomb = bytearray(written.getvalue())
    for start, method, size in ((0, 8, 22), (bomb.rindex(CENTRAL), 10, 24)):
        struct.pack_into("<H", bomb, start + method, zipfile.ZIP_DEFLATED)
        struct.pack_into("<I", bomb, start + size, declared)
    submission = tmp_path / "upload.zip"
    submission.write_bytes(bomb)
    tracemalloc.start()
    try:
        found = stage_safely(submission, tmp_path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found is not None
    assert not found.has("minimax")
    assert peak < 128 * MIB
