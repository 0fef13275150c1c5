"""Staging: what is taken of a submission, and the one sentence on what is not."""

from __future__ import annotations

import os
import stat
import struct
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from autograder.errors import AssignmentError
from autograder.staging import MOST_ENTRIES, MOST_FILES, MOST_TOTAL, Staged, stage
from autograder.uploads import MOST_BYTES

MODULES = ("minimax", "alpha_beta")
CODE = b"def max_value(game, state): ...\n"
TOO_LARGE = "minimax.py is larger than 1 MiB; is it the right file?"

Files = Mapping[str, bytes]


def folder_of(tmp_path: Path, files: Files) -> Path:
    """A submission as a folder."""
    top = tmp_path / "upload"
    top.mkdir()
    for name, content in files.items():
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return top


def zip_of(tmp_path: Path, files: Files) -> Path:
    """A submission as a zip."""
    path = tmp_path / "upload.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def staged(submission: Path, tmp_path: Path) -> Staged:
    """The submission, staged."""
    return stage(submission, tmp_path / "staged", MODULES)


def content(found: Staged) -> dict[str, bytes]:
    """The files in the staged folder."""
    return {
        path.relative_to(found.folder).as_posix(): path.read_bytes()
        for path in found.folder.rglob("*")
        if path.is_file()
    }


def on_both(tmp_path: Path, files: Files) -> list[Staged]:
    """The same files, staged from a folder and from a zip."""
    return [
        stage(folder_of(tmp_path, files), tmp_path / "one", MODULES),
        stage(zip_of(tmp_path, files), tmp_path / "two", MODULES),
    ]


def refusal(submission: Path, tmp_path: Path) -> str:
    """Why minimax.py is missing."""
    found = staged(submission, tmp_path)
    assert not found.has("minimax")
    return found.missing("minimax")


def fault(submission: Path, tmp_path: Path) -> str:
    """Why nothing can be staged at all."""
    with pytest.raises(AssignmentError) as caught:
        staged(submission, tmp_path)
    return str(caught.value).replace(f"{tmp_path}/", "")


# What is taken


def test_python_files_are_taken_and_others_named(tmp_path: Path) -> None:
    """Modules, and the modules that these import; a folder and a zip are alike."""
    files = {"minimax.py": CODE, "lib/deep.py": b"x", "notes.txt": b"y"}
    for found in on_both(tmp_path, files):
        assert content(found) == {"minimax.py": CODE, "lib/deep.py": b"x"}
        assert set(found.found) == set(files)
        assert found.refused == {}
        assert found.has("minimax")
        assert not found.has("alpha_beta")


def test_a_single_file(tmp_path: Path) -> None:
    """A module by itself."""
    path = tmp_path / "minimax.py"
    path.write_bytes(CODE)
    assert content(staged(path, tmp_path)) == {"minimax.py": CODE}


def test_a_module_is_no_zip_whatever_is_appended_to_it(tmp_path: Path) -> None:
    """A zip can hide behind any file; the name tells what was meant."""
    path = tmp_path / "minimax.py"
    path.write_bytes(CODE + zip_of(tmp_path, {"alpha_beta.py": b""}).read_bytes())
    assert list(content(staged(path, tmp_path))) == ["minimax.py"]


def test_staged_files_can_be_read_by_others_and_written_by_none(
    tmp_path: Path,
) -> None:
    """The worker is another user."""
    top = folder_of(tmp_path, {"lib/minimax.py": CODE})
    (top / "lib" / "minimax.py").chmod(0o400)
    found = staged(top, tmp_path)
    paths = [tmp_path / "staged", found.folder, found.folder / "minimax.py"]
    modes = [stat.S_IMODE(path.stat().st_mode) for path in paths]
    assert modes == [0o755, 0o755, 0o644]


@pytest.mark.parametrize("where", ["project", "a/b/c"])
def test_a_folder_in_the_upload_is_found(tmp_path: Path, where: str) -> None:
    """Zips of a folder hold the folder."""
    files = {f"{where}/minimax.py": CODE, "__MACOSX/minimax.py": b"junk"}
    for found in on_both(tmp_path, files):
        assert found.has("minimax")
        assert content(found) == {"minimax.py": CODE}


def test_the_folder_with_most_of_the_modules_is_taken(tmp_path: Path) -> None:
    """An older copy of one module does not hide the others."""
    files = {"new/minimax.py": CODE, "new/alpha_beta.py": CODE, "old/minimax.py": b""}
    for found in on_both(tmp_path, files):
        assert (found.folder / "minimax.py").read_bytes() == CODE


def test_the_top_goes_before_all_folders(tmp_path: Path) -> None:
    """Whatever else has been sent along."""
    files = {"minimax.py": CODE, "old/minimax.py": b"", "old/alpha_beta.py": b""}
    found = staged(folder_of(tmp_path, files), tmp_path)
    assert (found.folder / "minimax.py").read_bytes() == CODE
    assert found.missing("alpha_beta") == (
        "alpha_beta.py is in old/; put the modules into one folder, and each there once"
    )


def test_two_candidates_are_none(tmp_path: Path) -> None:
    """Which of two is meant, a grader does not guess."""
    for found in on_both(tmp_path, {"a/minimax.py": CODE, "b/minimax.py": b""}):
        assert not found.has("minimax")
        assert found.missing("minimax") == (
            "minimax.py is in a/ and b/; "
            "put the modules into one folder, and each there once"
        )


@pytest.mark.parametrize(
    "name", ["conftest.py", "__pycache__/x.py", "__MACOSX/._x.py", ".git/x.py"]
)
def test_what_is_left_out(tmp_path: Path, name: str) -> None:
    """The runner would run a conftest.py; the others are no one's work."""
    for found in on_both(tmp_path, {"minimax.py": CODE, name: CODE}):
        assert list(content(found)) == ["minimax.py"]
        assert found.found == ("minimax.py",)


@pytest.mark.parametrize(
    "files, expected",
    [
        ({}, "minimax.py is missing; found nothing"),
        ({"MiniMax.py": CODE}, "minimax.py is missing; rename MiniMax.py?"),
        ({"minmax.py": CODE}, "minimax.py is missing; rename minmax.py?"),
        ({"Minimax.PY": CODE}, "minimax.py is missing; rename Minimax.PY?"),
        ({"q": b"", "r": b""}, "minimax.py is missing; found q and r"),
        (
            {"b": b"", "a": b"", "c": b"", "d": b""},
            "minimax.py is missing; found a, b, c and 1 more",
        ),
    ],
)
def test_a_missing_module(tmp_path: Path, files: Files, expected: str) -> None:
    """One sentence says what was found instead."""
    for found in on_both(tmp_path, files):
        assert expected == found.missing("minimax")


def test_names_that_would_act_on_the_reader_are_escaped(tmp_path: Path) -> None:
    """Newlines, colours of a terminal, bytes that are not UTF-8."""
    top = folder_of(tmp_path, {"a\nb": b"", "\x1b[31mred": b""})
    (top / os.fsdecode(b"caf\xe9.py")).write_bytes(CODE)
    found = staged(top, tmp_path)
    assert found.missing("minimax") == (
        "minimax.py is missing; found \\x1b[31mred, a\\nb and caf\\udce9.py"
    )
    assert len(content(found)) == 1


# What is refused in a folder


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    """It could lead to any file of the grader's."""
    (tmp_path / "secret.py").write_bytes(CODE)
    top = folder_of(tmp_path, {})
    (top / "minimax.py").symlink_to(tmp_path / "secret.py")
    (top / "lib").symlink_to(tmp_path)
    assert refusal(top, tmp_path) == "minimax.py is a link; send the file"


def test_a_link_by_itself(tmp_path: Path) -> None:
    """The same for a submission of one file."""
    (tmp_path / "secret.py").write_bytes(CODE)
    (tmp_path / "minimax.py").symlink_to(tmp_path / "secret.py")
    expected = "minimax.py is a link; send the file"
    assert expected == refusal(tmp_path / "minimax.py", tmp_path)


def test_a_pipe_is_not_read(tmp_path: Path) -> None:
    """It would never end."""
    top = folder_of(tmp_path, {})
    os.mkfifo(top / "minimax.py")
    assert refusal(top, tmp_path) == "minimax.py is not a regular file"


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    """A byte more than allowed; from a folder and from a zip."""
    files = {"minimax.py": b"#" * (MOST_BYTES + 1), "alpha_beta.py": b"#" * MOST_BYTES}
    for found in on_both(tmp_path, files):
        assert found.missing("minimax") == TOO_LARGE
        assert found.has("alpha_beta")


def test_files_that_are_too_large_together(tmp_path: Path) -> None:
    """No one of them is, but all of them are."""
    names = [f"a{i}.py" for i in range(MOST_TOTAL // MOST_BYTES)]
    files = dict.fromkeys((*names, "minimax.py"), b"#" * MOST_BYTES)
    for found in on_both(tmp_path, files):
        assert found.missing("minimax") == (
            "minimax.py and the other files are larger than 8 MiB together"
        )
        assert len(content(found)) == len(names)


def test_too_many_python_files(tmp_path: Path) -> None:
    """A whole library was sent along."""
    files = {f"a{i}.py": b"" for i in range(MOST_FILES)} | {"minimax.py": CODE}
    for found in on_both(tmp_path, files):
        assert found.missing("minimax") == (
            "minimax.py is one of more than 200 Python files; send only your own"
        )
        assert len(content(found)) == MOST_FILES


def test_more_entries_than_are_looked_at(tmp_path: Path) -> None:
    """A hundred thousand files in a zip: the first ones are looked at."""
    path = zip_of(
        tmp_path, {f"a{i}": b"" for i in range(100_000)} | {"minimax.py": b""}
    )
    found = staged(path, tmp_path)
    assert len(found.found) == MOST_ENTRIES
    assert found.missing("minimax") == (
        "minimax.py is not among the first 20,000 files; send fewer"
    )


def test_folders_nested_without_end(tmp_path: Path) -> None:
    """A hundred folders within one another are not walked to the bottom."""
    deep = "d/" * 100 + "minimax.py"
    one, two = on_both(tmp_path, {deep: CODE, "a.py": b""})
    assert list(content(one)) == list(content(two)) == ["a.py"]
    assert two.missing("minimax") == "minimax.py is more than 20 folders deep"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_files_without_permission(tmp_path: Path) -> None:
    """A file and a folder that are closed are named, the others taken."""
    files = {"minimax.py": CODE, "lib/x.py": CODE, "alpha_beta.py": CODE}
    top = folder_of(tmp_path, files)
    (top / "minimax.py").chmod(0)
    (top / "lib").chmod(0)
    found = staged(top, tmp_path)
    (top / "lib").chmod(0o755)
    assert found.missing("minimax") == "minimax.py cannot be read (Permission denied)"
    assert found.refused["lib"] == "cannot be read (Permission denied)"
    assert found.has("alpha_beta")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_submission_without_permission(tmp_path: Path) -> None:
    """A closed folder; a file in one; a closed zip, which nobody can look into."""
    top = folder_of(tmp_path, {"minimax.py": CODE})
    path = zip_of(tmp_path, {"minimax.py": CODE})
    top.chmod(0)
    path.chmod(0)
    denied = "(Permission denied)"
    assert fault(top, tmp_path) == f"upload: cannot be read {denied}"
    (tmp_path / "staged").rmdir()
    inside = "upload/minimax.py: there is no such submission"
    assert fault(top / "minimax.py", tmp_path) == f"{inside} {denied}"
    assert refusal(path, tmp_path) == "minimax.py is missing; found upload.zip"
    top.chmod(0o755)


@pytest.mark.parametrize(
    "name, reason",
    [
        ("none", "No such file or directory"),
        ("a\0b", "embedded null"),
        ("x" * 300, "File name too long"),
    ],
)
def test_a_submission_that_is_not_there(tmp_path: Path, name: str, reason: str) -> None:
    """The path is told, and no more than a line of it."""
    message = fault(tmp_path / name, tmp_path)
    assert "there is no such submission (" in message
    assert reason in message  # Pythons word the second differently
    assert message.isprintable()


def test_a_submission_that_is_neither_a_folder_nor_a_file(tmp_path: Path) -> None:
    """A pipe would be waited for in vain."""
    os.mkfifo(tmp_path / "pipe")
    assert fault(tmp_path / "pipe", tmp_path) == "pipe: neither a folder nor a file"


# What is refused in a zip


@pytest.mark.parametrize(
    "name, reason",
    [
        ("../minimax.py", "has a path that leads out"),
        ("a/../../minimax.py", "has a path that leads out"),
        ("/minimax.py", "has a path that leads out"),
        ("..\\minimax.py", "has a path that leads out"),
        ("C:/minimax.py", "has a path with a colon"),
    ],
)
def test_paths_that_lead_out(tmp_path: Path, name: str, reason: str) -> None:
    """Nothing is written outside, and the student is told."""
    path = zip_of(tmp_path, {name: CODE})
    assert refusal(path, tmp_path) == f"minimax.py {reason}"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["staged", "upload.zip"]


def test_folders_in_zips_are_no_files(tmp_path: Path) -> None:
    """Most tools give each folder an entry of its own."""
    files = {"src/": b"", "src/minimax.py/": b"", "src/minmax.py": CODE}
    found = staged(zip_of(tmp_path, files), tmp_path)
    assert found.found == ("src/minmax.py",)
    assert found.missing("minimax") == "minimax.py is missing; rename minmax.py?"


def test_folders_without_end_beside_one_another(tmp_path: Path) -> None:
    """A folder costs as much as a file; beyond the limit nothing is looked at."""
    top = folder_of(tmp_path, {"minimax.py": CODE})
    for i in range(MOST_ENTRIES + 1):
        (top / str(i)).mkdir()
    (top / "9" / "x.py").write_bytes(CODE)
    assert list(content(staged(top, tmp_path))) == ["minimax.py"]


def test_backslashes_separate_folders(tmp_path: Path) -> None:
    """Old Windows tools write them."""
    found = staged(zip_of(tmp_path, {"src\\minimax.py": CODE}), tmp_path)
    assert found.found == ("src/minimax.py",)
    assert found.has("minimax")


@pytest.mark.parametrize(
    "kind, reason",
    [
        (stat.S_IFLNK, "is a link; send the file"),
        (stat.S_IFIFO, "is not a regular file"),
    ],
)
def test_links_and_pipes_in_zips(tmp_path: Path, kind: int, reason: str) -> None:
    """A link's content would be its target's path."""
    path = tmp_path / "upload.zip"
    entry = zipfile.ZipInfo("minimax.py")
    entry.external_attr = (kind | 0o777) << 16
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(entry, b"/etc/passwd")
    assert refusal(path, tmp_path) == f"minimax.py {reason}"


def test_a_file_that_is_a_folder_as_well(tmp_path: Path) -> None:
    """`a.py` and `a.py/b.py` cannot both be written; the rest is."""
    files = {"a.py": CODE, "a.py/b.py": CODE, "minimax.py": CODE}
    found = staged(zip_of(tmp_path, files), tmp_path)
    assert sorted(content(found)) == ["a.py", "minimax.py"]
    assert found.refused["a.py/b.py"].startswith("cannot be stored (")


def test_a_folder_that_is_a_file_as_well(tmp_path: Path) -> None:
    """The same in the other order."""
    files = {"minimax.py/b.py": CODE, "minimax.py": CODE}
    expected = "minimax.py cannot be stored (File exists)"
    assert expected == refusal(zip_of(tmp_path, files), tmp_path)


def test_a_file_that_is_there_twice(tmp_path: Path) -> None:
    """The first is kept, and the second named."""
    path = tmp_path / "upload.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("minimax.py", CODE)
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("minimax.py", b"x")
    found = staged(path, tmp_path)
    assert content(found) == {"minimax.py": CODE}
    assert found.refused == {"minimax.py": "is there twice; send it once"}


def test_a_name_too_long_to_be_stored(tmp_path: Path) -> None:
    """A file system takes 255 bytes."""
    name = f"{'x' * 300}.py"
    found = staged(zip_of(tmp_path, {name: CODE, "minimax.py": CODE}), tmp_path)
    assert found.refused == {name: "cannot be stored (File name too long)"}
    assert found.has("minimax")


def test_a_bomb_that_declares_its_size(tmp_path: Path) -> None:
    """It is not opened."""
    path = zip_of(tmp_path, {"minimax.py": b"#" * (200 * MOST_BYTES)})
    assert path.stat().st_size < MOST_BYTES
    assert refusal(path, tmp_path) == TOO_LARGE


def patched(path: Path, offset: int, value: bytes) -> Path:
    """The zip with bytes of its first entry's two headers replaced."""
    raw = bytearray(path.read_bytes())
    central = raw.index(b"PK\x01\x02")
    raw[central + offset : central + offset + len(value)] = value
    local = offset - 2  # the local header lacks one field of two bytes
    raw[local : local + len(value)] = value
    path.write_bytes(raw)
    return path


def test_a_bomb_that_declares_another_size(tmp_path: Path) -> None:
    """No more is inflated than a module may have; then its checksum is wrong."""
    path = zip_of(tmp_path, {"minimax.py": b"#" * (200 * MOST_BYTES)})
    size = struct.pack("<L", 1000)
    expected = "minimax.py cannot be read (Bad CRC-32 for file 'minimax.py')"
    assert expected == refusal(patched(path, 24, size), tmp_path)


def test_an_encrypted_zip(tmp_path: Path) -> None:
    """Nobody at the grader knows the password."""
    path = patched(zip_of(tmp_path, {"minimax.py": CODE}), 8, b"\x01\x00")
    expected = "minimax.py is encrypted; send it without a password"
    assert expected == refusal(path, tmp_path)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, 99])
def test_unusual_compression(tmp_path: Path, method: int) -> None:
    """Python inflates these without a bound: a bomb of 1 MiB would fill the memory."""
    path = patched(
        zip_of(tmp_path, {"minimax.py": CODE}), 10, struct.pack("<H", method)
    )
    expected = "minimax.py is compressed in an unusual way"
    assert expected == refusal(path, tmp_path)


def test_one_broken_file_in_a_zip_costs_only_that_one(tmp_path: Path) -> None:
    """Its bytes were damaged on the way."""
    path = zip_of(tmp_path, {"minimax.py": CODE, "alpha_beta.py": CODE})
    raw = bytearray(path.read_bytes())
    raw[40:44] = b"\xff" * 4  # in the first file's content
    path.write_bytes(raw)
    found = staged(path, tmp_path)
    assert found.missing("minimax").startswith("minimax.py cannot be read (")
    assert found.has("alpha_beta")


def test_a_zip_that_is_cut_off(tmp_path: Path) -> None:
    """Its list of files is at the end, so without it this is no zip."""
    path = zip_of(tmp_path, {"minimax.py": CODE})
    path.write_bytes(path.read_bytes()[:-30])
    assert refusal(path, tmp_path) == "minimax.py is missing; found upload.zip"


def test_a_zip_with_a_broken_list_of_files(tmp_path: Path) -> None:
    """That nothing can be read is told in a sentence."""
    path = zip_of(tmp_path, {"minimax.py": CODE})
    raw = path.read_bytes().replace(b"PK\x01\x02", b"PK\x00\x00")
    path.write_bytes(raw)
    assert fault(path, tmp_path) == (
        "upload.zip: not a usable zip (Bad magic number for central directory)"
    )
