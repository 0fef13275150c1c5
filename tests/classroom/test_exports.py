"""Reading what holds a class: each kind told from its content, and read as it is."""

from __future__ import annotations

import random
import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.classroom.course import Export, Handed, Student
from autograder.classroom.exports import container
from autograder.classroom.exports.reading import KINDS, read
from autograder.errors import AssignmentError
from autograder.uploads.reading import MOST_BYTES, MOST_ZIP, Refused, uploads
from autograder.uploads.staging import pick
from tests.classroom import made_exports as made
from tests.classroom.made_exports import ANN, BOB, WORK
from tests.small import examples

MODULES = ("minimax", "alpha_beta")
ANNS, BOBS = ("minimax.py",), ("alpha_beta.py", "minimax.py")
Written = Callable[[Path, made.Files], Path]


def as_zip(folder: Path, files: made.Files) -> Path:
    """A zip in the folder."""
    folder.mkdir(exist_ok=True)
    return made.as_zip(folder / "class.zip", files)


def as_folder(folder: Path, files: made.Files) -> Path:
    """A folder in the folder."""
    return made.as_folder(folder / "class", files)


WRITTEN = pytest.mark.parametrize("written", [as_zip, as_folder])


def names(handed: Handed) -> tuple[str, ...]:
    """The paths of a submission's files."""
    return tuple(sorted(upload.path for upload in handed.files()))


def sent(handed: Handed) -> dict[str, bytes]:
    """The content of a submission's files."""
    return {upload.path: upload.read() for upload in handed.files()}


def by_name(export: Export) -> dict[str, tuple[str, ...]]:
    """The files of each submission."""
    return {handed.name: names(handed) for handed in export.handed}


@pytest.mark.parametrize(
    "kind, files, expected",
    [
        ("gradescope", made.gradescope(WORK), ("submission_1", "submission_2")),
        ("gradescope", made.gradescope(WORK, ""), ("submission_1", "submission_2")),
        ("canvas", made.canvas(WORK), ("leeann_7001", "raybob_7002")),
        ("moodle", made.moodle(WORK), ("Ann Lee_7001", "Bob Ray_7002")),
        ("moodle", made.moodle(WORK, "_file/"), ("Ann Lee_7001", "Bob Ray_7002")),
        ("moodle", made.moodle(WORK, "_file_"), ("Ann Lee_7001", "Bob Ray_7002")),
        ("folder", made.folder(WORK), ("Ann Lee", "Bob Ray")),
    ],
)
@WRITTEN
def test_each_kind(
    tmp_path: Path,
    written: Written,
    kind: str,
    files: made.Files,
    expected: tuple[str, str],
) -> None:
    """It is told without being named, and read alike when it is; zip or folder."""
    path = written(tmp_path, files)
    export = read(path, MODULES)
    assert (export.kind, export.notes) == (kind, ())
    assert by_name(export) == dict(zip(expected, (ANNS, BOBS), strict=True))
    assert sent(export.handed[0]) == WORK[ANN]
    assert read(path, MODULES, kind).handed == export.handed


@pytest.mark.parametrize(
    "kind, files",
    [
        ("gradescope", made.gradescope(WORK, "")),
        ("canvas", made.canvas(WORK)),
        ("moodle", made.moodle(WORK)),
        ("folder", made.folder(WORK)),
    ],
)
@WRITTEN
def test_one_level_down(
    tmp_path: Path, written: Written, kind: str, files: made.Files
) -> None:
    """Unpacking makes a folder around it; a Mac leaves its own beside that."""
    left = ("__MACOSX/class/._x", ".DS_Store", "class/.DS_Store", "class/._x.zip")
    beside = dict.fromkeys((*left, "class/__pycache__/x.pyc"), b"")
    path = written(tmp_path, {f"class/{name}": files[name] for name in files} | beside)
    export = read(path, MODULES)
    assert (export.kind, len(export.handed), export.notes) == (kind, 2, ())


@pytest.mark.parametrize("kind", ["gradescope", "canvas", "moodle", "folder"])
@WRITTEN
def test_hidden_files_are_part_of_no_submission(
    tmp_path: Path, written: Written, kind: str
) -> None:
    """Nor where an LMS puts its own words before the name that a file was sent with."""
    left = {
        who: {**files, "._minimax.py": b"\0", ".minimax.py": b"\0"}
        for who, files in WORK.items()
    }
    make = getattr(made, kind)
    more = (left, "") if kind == "gradescope" else (left,)
    less = (WORK, "") if kind == "gradescope" else (WORK,)
    found, plain = (
        read(written(tmp_path / name, make(*args)), MODULES)
        for name, args in (("more", more), ("less", less))
    )
    picked, expected = (
        {each.name: pick(each.files(), MODULES).digest() for each in export.handed}
        for export in (found, plain)
    )
    assert picked == expected


def test_students_of_each_kind(tmp_path: Path) -> None:
    """What each kind knows of who they are, as text."""
    known = {
        kind: read(as_folder(tmp_path / kind, getattr(made, kind)(WORK)), MODULES)
        for kind in KINDS
    }
    bob = {kind: export.handed[1].students for kind, export in known.items()}
    assert bob == {
        "gradescope": (Student("Bob Ray", "1e5", "bob@school.edu"),),
        "canvas": (Student("raybob", lms="7002"),),
        "moodle": (Student("Bob Ray", lms="7002"),),
        "folder": (Student("Bob Ray"),),
    }
    assert {kind: export.handed[1].original for kind, export in known.items()} == {
        "gradescope": "submission_2",
        "canvas": "raybob_7002_9002_minimax.py",
        "moodle": "Bob Ray_7002_assignsubmission_file_",
        "folder": "Bob Ray",
    }


@pytest.mark.parametrize(
    "kind, expected, found",
    [
        ("gradescope", "a Gradescope export: submission_metadata.yml", "Ann Lee"),
        ("canvas", "a Canvas export: files named name_userid_fileid_file", "Ann Lee"),
        ("moodle", "a Moodle export: names as Full name_ID_assign", "Ann Lee"),
    ],
)
def test_another_kind_than_named(
    tmp_path: Path, kind: str, expected: str, found: str
) -> None:
    """What was expected, and what was found."""
    path = as_folder(tmp_path, made.folder(WORK))
    with pytest.raises(AssignmentError) as caught:
        read(path, MODULES, kind)
    assert str(caught.value).startswith(f"{path}: expected {expected}")
    assert str(caught.value).endswith(f"; found {found} and Bob Ray")


@pytest.mark.parametrize("kind", ["canvas", "moodle"])
def test_one_among_others(tmp_path: Path, kind: str) -> None:
    """What is named as a kind is read so, though most of it is something else."""
    files = getattr(made, kind)({ANN: WORK[ANN]}) | made.folder(WORK)
    path = as_folder(tmp_path, files)
    assert read(path, MODULES).kind == "folder"
    export = read(path, MODULES, kind)
    assert (len(export.handed), len(export.notes)) == (1, 2)


def test_two_exports(tmp_path: Path) -> None:
    """Of two exports in one folder none is chosen."""
    files = made.gradescope(WORK, "one/") | made.gradescope(WORK, "two/")
    with pytest.raises(AssignmentError, match="several exports, one and two; name one"):
        read(as_folder(tmp_path, files), MODULES)


@pytest.mark.parametrize(
    "files, said",
    [
        ({}, "found nothing"),
        ({"notes.txt": b""}, "found notes.txt"),
        ({"minimax.py": b"", "alpha_beta.py": b""}, "the modules of one submission"),
    ],
)
@WRITTEN
def test_no_class(
    tmp_path: Path, written: Written, files: made.Files, said: str
) -> None:
    """An empty folder, and one student's, are not a class."""
    with pytest.raises(AssignmentError, match=said):
        read(written(tmp_path, files), MODULES)


@pytest.mark.parametrize(
    "name, content, said",
    [
        ("class.zip", b"PK no more", "not a usable zip; download it again"),
        ("class.tgz", b"", "expected a zip or a folder of submissions"),
        ("class.zip", b"PK\5\6" + b"\xff" * 18, "not a usable zip"),
    ],
)
def test_no_container(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    """A broken zip of a whole class is an error, as is what is no zip."""
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(AssignmentError, match=said):
        read(path, MODULES)


def test_nothing_there(tmp_path: Path) -> None:
    """A path that leads nowhere."""
    with pytest.raises(AssignmentError, match=r"cannot be read \(No such file"):
        read(tmp_path / "class", MODULES)


def test_changed_while_it_was_read(tmp_path: Path) -> None:
    """A zip that was replaced is not mistaken for the one that was listed."""
    path = as_zip(tmp_path, made.folder(WORK))
    export = read(path, MODULES)
    as_zip(tmp_path, made.folder({ANN: {"minimax.py": b"other" * 99}}))
    container._opened.cache_clear()  # as in a process of its own
    with pytest.raises(AssignmentError, match="has changed since it was read"):
        export.handed[0].files()


# What lies in a submission


@WRITTEN
def test_a_submission_that_is_a_zip(tmp_path: Path, written: Written) -> None:
    """It is read as `./run_autograder` reads it, wherever it lies."""
    zipped = made.zipped(tmp_path, {"hw/minimax.py": b"1", "hw/x.txt": b""})
    files = {
        "folder": {"ann.zip": zipped, "bob/hw.zip": zipped, "bob/__MACOSX/x": b""},
        "canvas": {"leeann_1_2_hw.zip": zipped, "leeann_1_3_shot.png": b""},
        "moodle": {
            "A L_1_assignsubmission_file_/hw.zip": zipped,
            "B R_2_assignsubmission_file_hw.zip": zipped,
        },
    }
    for kind, each in files.items():
        export = read(written(tmp_path / kind, each), MODULES)
        assert export.kind == kind
        for handed in export.handed:
            assert names(handed) == ("hw/minimax.py", "hw/x.txt")
            assert sent(handed)["hw/minimax.py"] == b"1"


def test_gradescope_has_unpacked(tmp_path: Path) -> None:
    """A zip that is left there was in a zip; Gradescope's own grading saw it so."""
    zipped = made.zipped(tmp_path, {"minimax.py": b"1"})
    path = as_folder(tmp_path, made.gradescope({ANN: {"hw.zip": zipped}}))
    assert names(read(path, MODULES).handed[0]) == ("hw.zip",)


@WRITTEN
def test_one_broken_submission(tmp_path: Path, written: Written) -> None:
    """It is told when its files are asked for, and costs nobody else a grade."""
    broken = made.zipped(tmp_path, {"minimax.py": b"1"})[:-22]
    broken += b"PK\5\6" + b"\0" * 4 + b"\xff" * 12 + b"\0" * 2
    files = {
        "ann.zip": broken,
        "bob/minimax.py": b"1",
        "cyd.zip": b"no zip",
        "dan.ipynb": b"{}",
    }
    ann, bob, cyd, dan = read(written(tmp_path, files), MODULES).handed
    said = {
        ann: r"ann\.zip: not a usable zip",
        cyd: r"cyd\.zip is no zip that can be read: unpack it into a folder, or",
        dan: r"dan\.ipynb is a notebook: name it MODULE\.ipynb",
    }
    for handed, sentence in said.items():
        with pytest.raises(AssignmentError, match=sentence):
            handed.files()
    assert names(bob) == ("minimax.py",)


@WRITTEN
def test_enormous_submissions(tmp_path: Path, written: Written) -> None:
    """Each has the bounds that it has alone."""
    files = {
        "ann/minimax.py": b" " * (MOST_BYTES + 1),
        "bob.zip": bytes(MOST_ZIP) + made.zipped(tmp_path, {"x.py": b"1"}),
    }
    ann, bob = read(written(tmp_path, files), MODULES).handed
    with pytest.raises(Refused, match="is larger than 1 MiB"):
        sent(ann)
    with pytest.raises(AssignmentError, match=r"bob\.zip: larger than 64 MiB"):
        bob.files()


@WRITTEN
def test_files_as_of_one_submission(tmp_path: Path, written: Written) -> None:
    """A folder in a class has the files that `./run_autograder` sees of it alone."""
    mine = {"src/minimax.py": b"1", "src/old/a b.py": b"2", "data.json": b"3"}
    alone = made.as_folder(tmp_path / "alone", mine)
    export = read(written(tmp_path, made.folder({ANN: mine, BOB: mine})), MODULES)
    expected = {upload.path: upload.read() for upload in uploads(alone)}
    assert [sent(handed) for handed in export.handed] == [expected, expected]


def test_paths_that_lead_out(tmp_path: Path) -> None:
    """In a class's zip they are refused, file by file."""
    files = {"ann/../../minimax.py": b"", "bob/minimax.py": b"", "../x.py": b""}
    ann, bob = read(as_zip(tmp_path, files), MODULES).handed
    assert [(u.path, bool(u.reason)) for u in ann.files()] == [
        ("../../minimax.py", True)
    ]
    assert names(bob) == ("minimax.py",)


def test_links_are_not_followed(tmp_path: Path) -> None:
    """Neither at the top nor in a submission."""
    path = as_folder(tmp_path, made.folder(WORK))
    (path / "Cyd").symlink_to(path / "Ann Lee")
    export = read(path, MODULES)
    assert list(by_name(export)) == ["Ann Lee", "Bob Ray"]
    (note,) = export.notes
    assert note == "Cyd: skipped; it is a link, copy what it leads to"


# Folders made by hand


def test_single_files(tmp_path: Path) -> None:
    """`alice_minimax.py` is alice's minimax.py; any other file stands for itself."""
    files = {
        "alice_minimax.py": b"1",
        "alice_alpha_beta.py": b"2",
        "_minimax.py": b"3",
        "bob.py": b"4",
    }
    export = read(as_folder(tmp_path, files), MODULES)
    assert by_name(export) == {
        "_minimax": ("_minimax.py",),
        "alice": ("alpha_beta.py", "minimax.py"),
        "bob": ("bob.py",),
    }


def test_single_files_of_one_module(tmp_path: Path) -> None:
    """Where one module is asked for, `alice.py` is alice's."""
    files = {"alice.py": b"1", "bob_minimax.py": b"2", "notes.txt": b""}
    export = read(as_folder(tmp_path, files), ("minimax",))
    assert by_name(export) == {"alice": ("minimax.py",), "bob": ("minimax.py",)}
    assert [note.partition(";")[0] for note in export.notes] == ["notes.txt: skipped"]


def test_one_name_twice(tmp_path: Path) -> None:
    """Each submission has a name of its own, and it is told."""
    zipped = made.zipped(tmp_path, {"minimax.py": b"1"})
    files = {"ann/minimax.py": b"", "ann.zip": zipped, "ann.tar.gz": b""}
    export = read(as_folder(tmp_path, files), MODULES)
    assert [handed.name for handed in export.handed] == ["ann", "ann (2)", "ann (3)"]
    assert {handed.students for handed in export.handed} == {(Student("ann"),)}
    assert export.notes[0] == (
        "two submissions are named ann; one of them is called ann (2) here"
    )


@WRITTEN
def test_an_empty_folder(tmp_path: Path, written: Written) -> None:
    """It is a submission without files."""
    files = {"ann/": b"", "bob/minimax.py": b""}
    export = read(written(tmp_path, files), MODULES)
    assert by_name(export) == {"ann": (), "bob": ("minimax.py",)}


def test_folders_of_one_student(tmp_path: Path) -> None:
    """The only folder is a submission, unless it holds several."""
    one = as_folder(tmp_path / "1", {"ann/src/minimax.py": b""})
    assert by_name(read(one, MODULES)) == {"ann": ("src/minimax.py",)}
    loose = {"hw/ann_minimax.py": b"", "hw/bob_minimax.py": b""}
    assert list(by_name(read(as_folder(tmp_path / "2", loose), MODULES))) == [
        "ann",
        "bob",
    ]


ODD = st.text(
    st.characters(exclude_characters="/\0", codec="utf-8"),
    min_size=1,
    max_size=30,
).filter(lambda name: name.strip(". ") and ":" not in name and "\\" not in name)


@settings(max_examples=examples(20))
@given(st.lists(ODD, min_size=2, max_size=5, unique=True), st.randoms())
def test_each_file_belongs_to_one(students: list[str], chance: random.Random) -> None:
    """Whatever the names are; and the order of entries does not matter."""
    files = {f"x{name}x/minimax.py": name.encode() for name in students}
    mixed = list(files)
    chance.shuffle(mixed)
    with tempfile.TemporaryDirectory() as temporary:
        path = made.as_zip(Path(temporary, "1.zip"), files)
        other = made.as_zip(Path(temporary, "2.zip"), {n: files[n] for n in mixed})
        export = read(path, MODULES)
        found = {handed.name: sent(handed) for handed in export.handed}
        assert read(other, MODULES).handed == export.handed
    assert found == {
        name.partition("/")[0]: {"minimax.py": content}
        for name, content in files.items()
    }


def test_long_and_hostile_names(tmp_path: Path) -> None:
    """Kept as they are, and safe in every note."""
    hostile = 'Ann "\u202eeel"\n,=1' + "x" * 300
    students: Mapping[made.Who, made.Files] = {
        Student(hostile, "00123"): {"minimax.py": b""},
        Student("", "No"): {"minimax.py": b""},
    }
    path = as_zip(tmp_path, made.gradescope(students))
    shutil.copy(path, tmp_path / "again.zip")
    export = read(path, MODULES)
    first, second = (handed.students[0] for handed in export.handed)
    assert first == Student(hostile, "00123")
    assert second == Student("No", "No")
