"""Whose file a name says it is, and which of the asked modules it means."""

from __future__ import annotations

import re
import zipfile
from functools import partial
from pathlib import Path

import pytest

from autograder.classroom.course import Export, Student
from autograder.classroom.exports import container as filenames
from autograder.classroom.exports.container import Meaning, Pattern, meanings
from autograder.classroom.exports.reading import read
from autograder.classroom.running.plan import (
    contents_by_submission,
    require_any,
    sentences_on_missing_modules,
)
from autograder.errors import AssignmentError
from autograder.uploads.reading import Upload
from autograder.uploads.staging import pick

MODULES = ("minimax", "alpha_beta", "alpha_beta_dfs", "depth_limited")


@pytest.mark.parametrize(
    "stem, owner, module",
    [
        ("minimax", "", "minimax"),
        ("MiniMax", "", "minimax"),
        ("Mini Max", "", "minimax"),
        ("minimax (1)", "", "minimax"),
        ("minimax - Copy", "", "minimax"),
        ("alpha_beta_dfs", "", "alpha_beta_dfs"),
        ("ann_minimax", "ann", "minimax"),
        ("ann-minimax", "ann", "minimax"),
        ("ann lee minimax", "ann lee", "minimax"),
        ("ann_Alpha_Beta (2)", "ann", "alpha_beta"),
        ("ann_alphabeta", "ann", "alpha_beta"),
        ("ann_alpha_beta_dfs", "ann", "alpha_beta_dfs"),
        ("minimax (ann)", "ann", "minimax"),
        ("minimax (12345)", "12345", "minimax"),
        ("minimax - ann", "ann", "minimax"),
        ("李 小龙_minimax", "李 小龙", "minimax"),
    ],
)
def test_one_meaning(stem: str, owner: str, module: str) -> None:
    """A student before, behind or in brackets; letters may be large, words apart."""
    assert meanings(stem, MODULES) == (Meaning(owner, module),)


@pytest.mark.parametrize("stem", ["minimaxer", "ann", "minimax2", "xminimax", "", "_"])
def test_no_meaning(stem: str) -> None:
    """A module stands apart from all else."""
    assert meanings(stem, MODULES) == ()


PICK = partial(pick, modules=MODULES[:2])


def test_two_meanings() -> None:
    """Both are told, and none is chosen."""
    found = {each.module for each in meanings("minimax_alpha_beta", MODULES)}
    assert found == {"minimax", "alpha_beta"}


def files(*paths: str) -> list[Upload]:
    """Files with nothing in them."""
    return [Upload(path, lambda: b"") for path in paths]


@pytest.mark.parametrize(
    "there, seen",
    [
        (("minimax (1).py",), ("minimax.py",)),
        (("ann_minimax.py", "notes.txt"), ("minimax.py", "notes.txt")),
        (("ps1/Lee-Ann MiniMax.py",), ("ps1/minimax.py",)),
        (("minimax.py", "minimax (1).py"), ("minimax.py", "minimax (1).py")),
        (("minimax (1).py", "minimax (2).py"), ("minimax (1).py", "minimax (2).py")),
        (("test_minimax.py",), ("test_minimax.py",)),
        (("bob_minimax.py",), ("bob_minimax.py",)),
        (("Ann_MiniMax.PY",), ("minimax.py",)),
        (("minimax (1).ipynb",), ("minimax.ipynb",)),
        (("minimax.ipynb", "minimax (1).py"), ("minimax.ipynb", "minimax (1).py")),
        (("minimax (1).ipynb", "minimax (1).py"), ("minimax (1).ipynb", "minimax.py")),
    ],
)
def test_files_of_one_submission(there: tuple[str, ...], seen: tuple[str, ...]) -> None:
    """Named exactly goes first; then what one file alone means, for this student."""
    ann = Student("Ann Lee", "00123")
    found = filenames.renamed_as_asked(files(*there), MODULES, [ann])
    assert tuple(upload.path for upload in found) == seen


@pytest.mark.parametrize(
    "pattern, path, owner",
    [
        ("{student}-{file}", "ann-minimax.py", "ann"),
        ("{student}-{file}.py", "ann-MiniMax.py", "ann"),
        ("{file} ({student})", "minimax (Ann Lee).py", "Ann Lee"),
        ("{student}/ps1/{file}", "ann/ps1/minimax.py", "ann"),
        ("*_{student}/{file}", "7_ann/minimax.py", "ann"),
        ("{student}-{file}", "ann-minimax.ipynb", "ann"),
        ("{student}-{file}.ipynb", "ann-minimax.ipynb", "ann"),
    ],
)
def test_a_pattern(pattern: str, path: str, owner: str) -> None:
    """It says outright where student and file stand."""
    assert Pattern(pattern, MODULES).meaning(path) == Meaning(owner, "minimax")


@pytest.mark.parametrize("path", ["ann/ps2/minimax.py", "ann/ps1/x.py", "minimax.py"])
def test_what_does_not_fit_a_pattern(path: str) -> None:
    """Another folder, another file, no folder."""
    assert Pattern("{student}/ps1/{file}", MODULES).meaning(path) is None


@pytest.mark.parametrize(
    "text", ["", "{student}", "{file}{file}{student}", "{s}{file}"]
)
def test_no_pattern(text: str) -> None:
    """Examples stand in the message."""
    with pytest.raises(AssignmentError, match=re.escape("such as {student}-{file}")):
        Pattern(text, MODULES)


@pytest.mark.parametrize(
    "path, pattern",
    [
        ("ann/ps1/minimax.py", "{student}/ps1/{file}"),
        ("hw1.ann.minimax_final.py", "{student}.{file}_final"),
        ("minimaxOfAnn.py", "{file}{student}"),
        ("ann/notes.py", ""),
    ],
)
def test_the_nearest_pattern(path: str, pattern: str) -> None:
    """It is proposed where nobody's files are named as asked."""
    assert filenames.nearest_pattern(path, MODULES) == pattern


# The same in whole exports


def write(folder: Path, *paths: str) -> Path:
    """Files in a folder."""
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(f"# {path}\n", "utf-8")
    return folder


def seen(export: Export) -> dict[str, list[str]]:
    """By students the files that a grading sees."""
    return {
        each.name: sorted(upload.path for upload in each.files())
        for each in export.handed
    }


def test_flat_files_are_their_owners(tmp_path: Path) -> None:
    """However each of them writes the name."""
    names = (
        "ann-minimax.py",
        "alpha_beta (ann).py",
        "Bob MiniMax.py",
        "cy_minimax.ipynb",
    )
    found = read(write(tmp_path, *names), MODULES)
    assert seen(found) == {
        "ann": ["alpha_beta.py", "minimax.py"],
        "Bob": ["minimax.py"],
        "cy": ["minimax.ipynb"],
    }


def test_flat_files_that_are_unclear_are_told(tmp_path: Path) -> None:
    """Of two candidates neither is taken, and both are named."""
    names = ("ann_minimax.py", "minimax_alpha_beta.py", "Mini Max.py")
    found = read(write(tmp_path, *names), MODULES, "folder")
    assert seen(found) == {"ann": ["minimax.py"]}
    remedy = "rename it, or say --names PATTERN"
    nobodys = "it does not say whose it is"
    either = "it may be minimax of alpha_beta or alpha_beta of minimax"
    assert found.notes == (
        f"Mini Max.py: skipped; {nobodys}; {remedy}",
        f"minimax_alpha_beta.py: skipped; {either}; {remedy}",
    )


def test_a_pattern_reads_what_nbgrader_lays_out(tmp_path: Path) -> None:
    """What does not fit is left out, and counted."""
    paths = [
        f"{who}/{what}/minimax.py" for who in ("ann", "bob") for what in ("a", "b")
    ]
    paths.append("cyd/b/minimax.ipynb")
    found = read(write(tmp_path, *paths), MODULES, names="{student}/b/{file}")
    assert seen(found) == {
        "ann": ["minimax.py"],
        "bob": ["minimax.py"],
        "cyd": ["minimax.ipynb"],
    }
    (told,) = found.notes
    assert told == (
        "2 files do not fit --names, and are left out: ann/a/minimax.py and "
        "bob/a/minimax.py"
    )
    with pytest.raises(
        AssignmentError, match=re.escape("no file fits --names {student}/c/{file}")
    ):
        read(tmp_path, MODULES, names="{student}/c/{file}")


def test_the_zip_of_a_class_alone_in_a_folder(tmp_path: Path) -> None:
    """It is read as the class; one student's zip is not."""
    write(tmp_path / "work", "ann/minimax.py", "bob/alpha_beta.py")
    for name, paths in {"class": ("ann/minimax.py", "bob/alpha_beta.py")}.items():
        (tmp_path / name).mkdir()
        with zipfile.ZipFile(tmp_path / name / "all.zip", "w") as made:
            for path in paths:
                made.write(tmp_path / "work" / path, path)
    found = read(tmp_path / "class", MODULES)
    assert [*seen(found)] == ["ann", "bob"]
    assert found.notes == (
        "all.zip: the only file there; read as the export of the class",
    )
    (tmp_path / "one").mkdir()
    with zipfile.ZipFile(tmp_path / "one" / "ann.zip", "w") as made:
        made.write(tmp_path / "work" / "ann" / "minimax.py", "src/minimax.py")
    assert [*seen(read(tmp_path / "one", MODULES))] == ["ann"]


def test_an_empty_folder_is_nothing_handed_in(tmp_path: Path) -> None:
    """Its student is there, and no submission."""
    write(tmp_path, "ann/minimax.py", "bob/.DS_Store")
    (tmp_path / "cyd").mkdir()
    found = read(tmp_path, MODULES)
    assert {each.name: each.empty for each in found.handed} == {
        "ann": False,
        "bob": True,
        "cyd": True,
    }


def test_who_lacks_a_module_is_told(tmp_path: Path) -> None:
    """Before anything is graded."""
    write(tmp_path, "ann/minimax.py", "ann/alpha_beta.py", "bob/minimax.py")
    found = contents_by_submission(
        read(tmp_path, MODULES).handed, MODULES[:2], partial(pick, modules=MODULES[:2])
    )
    require_any(found, MODULES[:2], "class")
    assert [*sentences_on_missing_modules(found, MODULES[:2], {"bob": "Bob Ray"})] == [
        "alpha_beta.py is missing of 1: Bob Ray"
    ]


def test_who_has_given_files_each_others_names_is_told(tmp_path: Path) -> None:
    """Each search is where the other is asked for."""
    write(tmp_path, "ann/minimax.py", "ann/alpha_beta.py")
    (tmp_path / "ann/minimax.py").write_text("def alpha_beta_search(g, s): 0")
    (tmp_path / "ann/alpha_beta.py").write_text("def minimax_search(g, s): 0")
    found = contents_by_submission(
        read(tmp_path, MODULES, "folder").handed,
        MODULES[:2],
        partial(pick, modules=MODULES[:2]),
    )
    (told,) = sentences_on_missing_modules(found, MODULES[:2], {"ann": "Ann Lee"})
    assert told == (
        "Ann Lee: minimax.py has alpha_beta_search, and alpha_beta.py has "
        "minimax_search: give each file the name of the other"
    )


def test_where_nobody_has_any_module_nothing_is_graded(tmp_path: Path) -> None:
    """What was found, what was expected, and the nearest pattern."""
    write(tmp_path, "ann/ps1/minimax.py", "ann/ps2/minimax.py", "bob/x.py")
    found = contents_by_submission(
        read(tmp_path, MODULES).handed, MODULES[:2], partial(pick, modules=MODULES[:2])
    )
    with pytest.raises(AssignmentError) as caught:
        require_any(found, MODULES[:2], "class")
    assert str(caught.value) == (
        "class: nobody has handed in any file that is asked for; expected minimax.py "
        "and alpha_beta.py; found ann/ps1/minimax.py, ann/ps2/minimax.py and bob/x.py. "
        "If they are named otherwise, say how, such as --names '{student}/ps1/{file}'; "
        "else --grade-anyway"
    )
