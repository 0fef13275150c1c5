"""A zip or a folder of a class: what in it cannot be read, and whose fault that is."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from autograder.classroom.exports import container
from autograder.classroom.exports.container import Folder, lone_zip, opened
from autograder.classroom.exports.reading import read
from autograder.errors import AssignmentError
from autograder.uploads.reading import FOLDER_AS_FILE
from tests.classroom import made_exports as made
from tests.classroom.made_exports import WORK

MODULES = ("minimax",)
IN_LIST, FLAGS = b"PK\1\2", 8  # an entry of a zip's list, and where its flags begin
ENCRYPTED = 1
LIMIT = 1 << 20


def encrypted(raw: bytes) -> bytes:
    """The zip, whose first entry says that it is encrypted."""
    start = raw.index(IN_LIST) + FLAGS
    return raw[:start] + bytes([raw[start] | ENCRYPTED]) + raw[start + 1 :]


def damaged(raw: bytes) -> bytes:
    """The zip, whose first entry has another name than its list says."""
    return raw.replace(b"ann.zip", b"bob.zip", 1)


@pytest.mark.parametrize(
    "spoiled, said",
    [
        (encrypted, "is encrypted; send it without a password"),
        (damaged, "cannot be read (File name in directory 'ann.zip' and header"),
    ],
)
def test_a_zip_in_a_zip(
    tmp_path: Path, spoiled: Callable[[bytes], bytes], said: str
) -> None:
    """One that cannot be read is told, and the next is read."""
    zipped = made.zipped(tmp_path, {"minimax.py": b"1"})
    path = made.as_zip(tmp_path / "c.zip", {"ann.zip": zipped, "cyd.zip": zipped})
    path.write_bytes(spoiled(path.read_bytes()))
    ann, cyd = read(path, MODULES).handed
    with pytest.raises(AssignmentError) as caught:
        ann.files()
    assert str(caught.value).startswith(f"{path}/ann.zip: {said}")
    assert [upload.read() for upload in cyd.files()] == [b"1"]


@pytest.mark.parametrize("written", [made.as_folder, made.as_zip])
@pytest.mark.parametrize(
    "kind", [made.gradescope, made.moodle, made.folder], ids=lambda kind: kind.__name__
)
@pytest.mark.parametrize("inside", ["", "helper.py"])
def test_a_folder_that_is_named_like_a_file(
    tmp_path: Path,
    written: Callable[[Path, made.Files], Path],
    kind: Callable[[Mapping[made.Who, made.Files]], dict[str, bytes]],
    inside: str,
) -> None:
    """It is listed and refused, empty or not, as it is of one submission."""
    work = {**WORK, made.CYD: {"a.py": b"1", f"minimax.py/{inside}": b""}}
    export = read(written(tmp_path / "export", kind(work)), MODULES)
    (reason,) = [
        upload.reason
        for handed in export.handed
        for upload in handed.files()
        if upload.path == "minimax.py" and upload.reason
    ]
    assert reason == FOLDER_AS_FILE


def test_metadata_in_a_broken_zip(tmp_path: Path) -> None:
    """Without them there is no export."""
    path = made.as_zip(tmp_path / "c.zip", made.gradescope(WORK, ""))
    path.write_bytes(path.read_bytes().replace(b"submission_m", b"submission_M", 1))
    with pytest.raises(
        AssignmentError, match=r"submission_metadata\.yml: cannot be re"
    ):
        read(path, MODULES)


def test_a_zip_that_has_vanished(tmp_path: Path) -> None:
    """It is told by its name."""
    path = made.as_zip(tmp_path / "c.zip", made.folder(WORK))
    handed = read(path, MODULES).handed
    path.unlink()
    container._opened.cache_clear()  # as in a process of its own
    with pytest.raises(AssignmentError, match=r"c\.zip: cannot be read \(No such file"):
        handed[0].files()


def test_more_files_than_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a folder nothing is listed in advance."""
    monkeypatch.setattr(container, "MOST_LISTED", 2)
    path = made.as_zip(tmp_path / "c.zip", made.folder(WORK))
    with pytest.raises(AssignmentError) as caught:
        read(path, MODULES)
    said = "lists more than 2 files; unpack it and name the folder"
    assert str(caught.value) == f"{path}: {said}"
    assert (
        len(read(made.as_folder(tmp_path / "c", made.folder(WORK)), MODULES).handed)
        == 2
    )


def test_a_folder_that_cannot_be_listed(tmp_path: Path) -> None:
    """As one that is gone, or closed."""
    with pytest.raises(AssignmentError, match=r"gone: cannot be read \(No such file"):
        Folder(tmp_path / "gone").members()
    with pytest.raises(AssignmentError, match=r"gone/x: cannot be read \(No such file"):
        Folder(tmp_path / "gone").content("x", 1)


@pytest.mark.parametrize("written", [made.as_folder, made.as_zip])
def test_files_that_are_too_large(
    tmp_path: Path, written: Callable[[Path, made.Files], Path]
) -> None:
    """One that is read as a whole has a limit."""
    path = written(tmp_path / "c.zip", {"x": b"1" * (LIMIT + 1), "y": b""})
    assert len(opened(path).content("x", LIMIT + 1)) == LIMIT + 1
    with pytest.raises(AssignmentError) as caught:
        opened(path).content("x", LIMIT)
    assert str(caught.value) == f"{path}/x: larger than 1 MiB; is it the right file?"


@pytest.mark.parametrize(
    "paths, expected",
    [
        (("hw.zip",), "hw.zip"),
        (("HW.ZIP", "report.pdf"), "HW.ZIP"),
        (("hw.zip", "__MACOSX/._x.py", "a/.DS_Store"), "hw.zip"),
        (("hw.zip", "._hw.zip", ".ipynb_checkpoints/minimax.py"), "hw.zip"),
        (("hw.zip", "minimax.py"), ""),
        (("a.zip", "b.zip"), ""),
        ((), ""),
    ],
)
def test_lone_zip(paths: tuple[str, ...], expected: str) -> None:
    """One zip is the submission, unless modules lie beside it."""
    assert lone_zip(paths) == expected


def zipped(name: bytes) -> bytes:
    """A zip with one file of such a name, which does not say that it is UTF-8."""
    place = "x" * len(name)
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as made:
        made.writestr(f"{place}/minimax.py", "")
    return written.getvalue().replace(place.encode(), name)


@pytest.mark.parametrize(
    "name, expected",
    [
        ("Siân Ó Néill".encode(), "Siân Ó Néill"),
        ("李 小龙".encode(), "李 小龙"),
        ("Daniël".encode("cp437"), "Daniël"),
        ("Müller".encode("cp1252"), "Mⁿller"),  # what 437 has where 1252 has an ü
        (b"plain", "plain"),
    ],
)
def test_a_zip_that_does_not_say_how_its_names_are_written(
    tmp_path: Path, name: bytes, expected: str
) -> None:
    """They are UTF-8 where they can be, else code page 437, as the format says."""
    path = tmp_path / "class.zip"
    path.write_bytes(zipped(name))
    found = opened(path)
    assert [member.name for member in found.members()] == [expected]
    assert [each.path for each in found.uploads(expected)] == ["minimax.py"]
