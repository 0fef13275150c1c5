"""Staging: what is taken of a submission, and the one sentence on what is not."""

from __future__ import annotations

import os
import resource
import signal
import stat
import struct
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.errors import AssignmentError
from autograder.text import clean
from autograder.uploads.reading import (
    MOST_BYTES,
    MOST_LISTED,
    MOST_ZIP,
    Refused,
    uploads,
)
from autograder.uploads.staging import (
    MOST_ENTRIES,
    MOST_FILES,
    MOST_TOTAL,
    StagedSubmission,
    pick,
    stage,
)

MODULES = ("minimax", "alpha_beta")
CODE = b"def max_value(game, state): ...\n"
NOTEBOOK = b'{"cells": [{"cell_type": "code", "source": "x = 3"}], "nbformat": 4}'
UNPACK = "unpack upload.zip and send what is in it"
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


def staged(
    submission: Path, tmp_path: Path, modules: tuple[str, ...] = MODULES
) -> StagedSubmission:
    """The submission, staged."""
    return stage(pick(uploads(submission), modules), tmp_path / "staged")


def content(found: StagedSubmission) -> dict[str, bytes]:
    """The files in the staged folder."""
    return {
        path.relative_to(found.folder).as_posix(): path.read_bytes()
        for path in found.folder.rglob("*")
        if path.is_file()
    }


def on_both(tmp_path: Path, files: Files) -> list[StagedSubmission]:
    """The same files, staged from a folder and from a zip."""
    return [
        stage(pick(uploads(folder_of(tmp_path, files)), MODULES), tmp_path / "one"),
        stage(pick(uploads(zip_of(tmp_path, files)), MODULES), tmp_path / "two"),
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
    code = b"from lib import deep\n"
    files = {"minimax.py": code, "lib/deep.py": b"x", "notes.txt": b"lib"}
    for found in on_both(tmp_path, files):
        assert content(found) == {"minimax.py": code, "lib/deep.py": b"x"}
        assert set(found.picked.files()) == set(files)
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


def test_a_missing_module_is_looked_for_once(tmp_path: Path) -> None:
    """Each test of it tells the same; among 19,000 names a search takes its time."""
    found = staged(folder_of(tmp_path, {"minmax.py": CODE}), tmp_path)
    first = found.missing("minimax")
    assert found.missing("minimax") is first
    assert found.missing("alpha_beta") != first


def test_what_is_used_as_it_is_is_not_to_be_renamed(tmp_path: Path) -> None:
    """It earns its own points, however near its name is."""
    files = {"df_minimax.py": CODE, "notes.txt": b""}
    asked = ("df_minimax", "bounded_minimax")
    found = staged(folder_of(tmp_path, files), tmp_path, asked)
    assert found.missing("bounded_minimax") == (
        "bounded_minimax.py is missing; found df_minimax.py and notes.txt"
    )


def test_the_nearest_name_is_found_in_a_crowd(tmp_path: Path) -> None:
    """Though only names of about its length are compared letter by letter."""
    crowd = {f"{'x' * (number % 200)}{number}.py": b"" for number in range(5000)}
    found = staged(zip_of(tmp_path, crowd | {"minmax.py": CODE}), tmp_path)
    assert found.missing("minimax") == "minimax.py is missing; rename minmax.py?"


def test_two_candidates_are_none(tmp_path: Path) -> None:
    """Which of two is meant, a grader does not guess."""
    for found in on_both(tmp_path, {"a/minimax.py": CODE, "b/minimax.py": b""}):
        assert not found.has("minimax")
        assert found.missing("minimax") == (
            "minimax.py is in a/ and b/; "
            "put the modules into one folder, and each there once"
        )


@pytest.mark.parametrize(
    "name",
    [
        *("__MACOSX/._x.py", ".git/x.py", ".venv/x.py", "._minimax.py"),
        *(".ipynb_checkpoints/minimax.py", "a/.b/c/minimax.py", ".DS_Store", "a/.x"),
    ],
)
def test_what_is_left_out(tmp_path: Path, name: str) -> None:
    """They are no one's work."""
    for found in on_both(tmp_path, {"minimax.py": b"import x", name: CODE}):
        assert list(content(found)) == ["minimax.py"]
        assert found.picked.files() == ("minimax.py",)
        assert found.notes == ()


def test_what_is_left_out_takes_no_place(tmp_path: Path) -> None:
    """However much of it there is, the modules behind it are found."""
    path = tmp_path / "work.zip"
    with zipfile.ZipFile(path, "w") as packed:
        for number in range(MOST_ENTRIES + 1):
            packed.writestr(f".git/{number}", b"")
        packed.writestr("minimax.py", CODE)
    found = stage(pick(uploads(path), ("minimax",)), tmp_path / "staged")
    assert (found.picked.files(), found.picked.complete) == (("minimax.py",), True)


@pytest.mark.parametrize(
    "name",
    [
        "conftest.py",
        "pytest.ini",
        "setup.cfg",
        "tox.ini",
        ".env",
        "__init__.py",
        "sitecustomize.py",
        "usercustomize.py",
        "x.pth",
        "minimax.pyc",
        "minimax.so",
        "__pycache__/minimax.cpython-311.pyc",
        "minimax/__init__.py",
        "other.py",
    ],
)
def test_what_nothing_imports_is_not_there(tmp_path: Path, name: str) -> None:
    """A file has no effect by its name alone."""
    for found in on_both(tmp_path, {"minimax.py": CODE, name: CODE}):
        assert set(content(found)) - {"minimax/__init__.py"} == {"minimax.py"}
        assert found.notes == ()


def test_what_modules_import_is_there(tmp_path: Path) -> None:
    """By whatever statement, over any number of files, and packages whole."""
    files = {
        "minimax.py": b"from one import *\n",
        "one.py": b"import importlib\nimportlib.import_module('pack.two')\n",
        "pack/__init__.py": b"",
        "pack/two.py": b"from . import three\n",
        "pack/three.py": b"import minimax",
        "pack/four.py": b"five",
        "five.py": b"",
    }
    for found in on_both(tmp_path, files):
        assert set(content(found)) == set(files) - {"pack/four.py", "five.py"}


def test_a_crowd_of_other_files_does_no_harm(tmp_path: Path) -> None:
    """An environment was sent along, whose folder comes first."""
    files = {f"env/lib/{i}.py": b"#" * 9000 for i in range(2 * MOST_FILES)}
    for found in on_both(tmp_path, {**files, "minimax.py": CODE}):
        assert content(found) == {"minimax.py": CODE}


def test_what_lies_beside_the_folder_of_the_modules_is_not_there(
    tmp_path: Path,
) -> None:
    """Nothing outside of that folder can be imported."""
    files = {"src/minimax.py": b"import x", "x.py": b"", "y/x.py": b""}
    for found in on_both(tmp_path, files):
        assert list(content(found)) == ["minimax.py"]


@pytest.mark.parametrize(
    "files, expected",
    [
        ({}, "minimax.py is missing; found nothing"),
        ({"MiniMax.py": CODE}, "minimax.py is missing; rename MiniMax.py?"),
        ({"minmax.py": CODE}, "minimax.py is missing; rename minmax.py?"),
        ({"Minimax.PY": CODE}, "minimax.py is missing; rename Minimax.PY?"),
        ({"q": b"", "r": b""}, "minimax.py is missing; found q and r"),
        (
            {f"{name * 20}.py": b"" for name in "bacde"},
            (
                "minimax.py is missing; found aaaaaaaaaaaaaaaaaaaa.py, "
                "bbbbbbbbbbbbbbbbbbbb.py and 3 more"
            ),
        ),
        ({"minimax (1).py": CODE}, "minimax.py is missing; rename minimax (1).py?"),
        ({"minimax.py.txt": CODE}, "minimax.py is missing; rename minimax.py.txt?"),
        ({"minimax.txt": CODE}, "minimax.py is missing; rename minimax.txt?"),
        (
            {"Minimax.ipynb": NOTEBOOK},
            (
                "minimax.py is missing; "
                "Minimax.ipynb is a notebook: name it minimax.ipynb"
            ),
        ),
        (
            {"Untitled.ipynb": NOTEBOOK, "notes.txt": b""},
            (
                "minimax.py is missing; "
                "Untitled.ipynb is a notebook: name it minimax.ipynb"
            ),
        ),
        (
            {"minimax.pyc": b""},
            "minimax.py is missing; minimax.pyc is compiled: send its source",
        ),
        (
            {"__pycache__/minimax.cpython-311.pyc": b""},
            (
                "minimax.py is missing; "
                "minimax.cpython-311.pyc is compiled: send its source"
            ),
        ),
        (
            {"minimax.cpython-311-x86_64-linux-gnu.so": b""},
            (
                "minimax.py is missing; "
                "minimax.cpython-311-x86_64-linux-gnu.so is compiled: send its source"
            ),
        ),
        (
            {"minimax.docx": b""},
            (
                "minimax.py is missing; "
                "minimax.docx is a document: save the program as plain text"
            ),
        ),
        ({"minimax.png": b""}, "minimax.py is missing; found minimax.png"),
        (
            {"homework.zip": b"PK"},
            "minimax.py is missing; unpack homework.zip and send what is in it",
        ),
    ],
)
def test_a_missing_module(tmp_path: Path, files: Files, expected: str) -> None:
    """One sentence says what was found instead."""
    for found in on_both(tmp_path, files):
        assert expected == found.missing("minimax")


def test_names_that_would_act_on_the_reader_are_escaped(tmp_path: Path) -> None:
    """Newlines, colours of a terminal, bidi marks, bytes that are not UTF-8."""
    top = folder_of(tmp_path, {"a\nb": b"", "\x1b[31mred": b"", "\u202egnp": b""})
    (top / os.fsdecode(b"caf\xe9.py")).write_bytes(CODE)
    found = staged(top, tmp_path)
    assert found.missing("minimax") == (
        "minimax.py is missing; found \\x1b[31mred, a\\nb, caf\\udce9.py and \\u202egnp"
    )
    assert content(found) == {}


@pytest.mark.parametrize(
    "name",
    ["-rf.py", "con.py", "aux.py", "a b.py", "$(x).py", "größe.py", "x;y.py"],
)
def test_names_that_are_only_unusual(tmp_path: Path, name: str) -> None:
    """Nothing is done with a name but to open it; what names it gets it."""
    code = f"# {name}\n".encode()
    for found in on_both(tmp_path, {"minimax.py": code, name: CODE}):
        assert content(found) == {"minimax.py": code, name: CODE}


@pytest.mark.parametrize("name", ["\x1b[31m", "\u202e", "x" * 250, "a\nb", "<b>", " "])
@pytest.mark.parametrize("kind", [".py", ".zip", ".ipynb", "/minimax.py", "/x"])
def test_all_sentences_are_short_and_safe(tmp_path: Path, name: str, kind: str) -> None:
    """Whatever a student's files and folders are called."""
    files = {f"{letter}{name}"[:240] + kind: CODE for letter in "abcd"}
    links = {f"{letter}{name}"[:240] for letter in "ef"}
    top = folder_of(tmp_path, files)
    for link in links:
        (top / link).symlink_to(tmp_path)
    found = staged(top, tmp_path)
    assert found.missing("minimax").isprintable()
    assert len(found.missing("minimax")) <= 140


# Notes: what the student should know of files that are not used as they were sent


@pytest.mark.parametrize("name", ["random", "json", "typing", "heapq", "sys", "math"])
@pytest.mark.parametrize("form", ["{}.py", "{}/__init__.py", "{}/x.py"])
def test_a_module_of_pythons_own_name(tmp_path: Path, name: str, form: str) -> None:
    """Python's own is imported, on every system, and the student told to rename."""
    code = f"import {name}.x".encode()
    file = form.format(name)
    for found in on_both(tmp_path, {"minimax.py": code, file: CODE}):
        assert list(content(found)) == ["minimax.py"]
        told = "has the name of one of Python's own modules, which is used"
        assert found.notes == (f"{file.split('/')[0]} {told}; rename yours.",)


def test_the_graders_own_files_sent_along(tmp_path: Path) -> None:
    """The whole of the student's folder was packed, or the package beside modules."""
    code = b"from autograder.game import Game\nimport game\n"
    own = {"autograder/game.py": b"", "autograder/__init__.py": b""}
    for found in on_both(tmp_path, {"minimax.py": code, "game.py": b"", **own}):
        assert set(content(found)) == {"minimax.py", "game.py"}
        assert found.notes == (
            "autograder is part of the grader, which uses its own; yours is not used.",
        )


def test_the_whole_project_sent_along(tmp_path: Path) -> None:
    """The modules are found below it, and graded without a word."""
    code = b"from autograder.game import Game\n"
    files = {"autograder/game.py": b"", "student_template/minimax.py": code}
    for found in on_both(tmp_path, files):
        assert content(found) == {"minimax.py": code}
        assert found.notes == ()


def test_a_notebook_beside_a_stub(tmp_path: Path) -> None:
    """It is not read, and told how it would be."""
    stub = b'def max_value(game, state):\n    raise NotImplementedError("largest")\n'
    for found in on_both(tmp_path, {"minimax.py": stub, "Untitled.ipynb": b"{}"}):
        (note,) = found.notes
        assert note == (
            "Untitled.ipynb is not read, and minimax.py is not filled in; is your code "
            "in the notebook? Send it as minimax.ipynb, and leave minimax.py out."
        )


def test_a_notebook_beside_a_program(tmp_path: Path) -> None:
    """Nobody's matter, if it has another name; else it is told which of them counts."""
    files = {"minimax.py": CODE, "minimax.ipynb": b"{}", "Untitled.ipynb": b"{}"}
    for found in on_both(tmp_path, files):
        assert found.notes == ("minimax.ipynb is not read; minimax.py is graded.",)


MINIMAX = b"def minimax_search(game, state):\n    pass\n"
ALPHA_BETA = b"def alpha_beta_search(game, state):\n    pass\n"


@pytest.mark.parametrize(
    "minimax, alpha_beta, are_swapped",
    [
        (ALPHA_BETA, MINIMAX, True),
        (MINIMAX, ALPHA_BETA, False),
        (ALPHA_BETA, CODE, False),
        (ALPHA_BETA + MINIMAX, MINIMAX, False),
        (ALPHA_BETA, MINIMAX + ALPHA_BETA, False),
        (b"# " + ALPHA_BETA, MINIMAX, False),
    ],
)
def test_two_modules_with_the_content_of_each_other(
    minimax: bytes, alpha_beta: bytes, tmp_path: Path, *, are_swapped: bool
) -> None:
    """It is told where neither has its own search and each has the other's."""
    files = {"minimax.py": minimax, "alpha_beta.py": alpha_beta}
    told = (
        "minimax.py has alpha_beta_search, and alpha_beta.py has minimax_search: give "
        "each file the name of the other."
    )
    for found in on_both(tmp_path, files):
        assert found.notes == ((told,) if are_swapped else ())


def test_a_file_with_the_searches_of_both(tmp_path: Path) -> None:
    """Each module is told where its search is, whatever else is there."""
    files = {"search.py": MINIMAX + ALPHA_BETA, "agent.py": CODE}
    for found in on_both(tmp_path, files):
        for module in MODULES:
            assert found.missing(module) == (
                f"{module}.py is missing; {module}_search is in search.py: send that "
                f"as {module}.py"
            )


def test_a_module_under_the_name_of_another(tmp_path: Path) -> None:
    """It is told of that which is missing; the other has its own faults."""
    for found in on_both(tmp_path, {"minimax.py": ALPHA_BETA}):
        assert found.missing("alpha_beta") == (
            "alpha_beta.py is missing; alpha_beta_search is in minimax.py: send that "
            "as alpha_beta.py"
        )


IS_A_NOTEBOOK = "is a notebook: name it minimax.ipynb"
NOT_JSON = "is a damaged notebook (no JSON): save it again"
NOT_CELLS = "is JSON without cells, and no notebook: send your program"
NOT_CODE = "is a notebook without code: send the one with your program"
CELLS_OF_3 = (
    b'{"nbformat": 3, "worksheets": [{"cells": [{"cell_type": "code", "input": '
)


@pytest.mark.parametrize(
    "content, what",
    [
        (b'{"cells": [{"cell_type": "code", "source": ["", "x"]}]}', IS_A_NOTEBOOK),
        (b'{"cells": [{"cell_type": "code", "source": "x"}]}', IS_A_NOTEBOOK),
        (CELLS_OF_3 + b'"x"}]}]}', IS_A_NOTEBOOK),
        (CELLS_OF_3 + b'"x"}]}', NOT_JSON),
        (CELLS_OF_3 + b"[]}]}]}", NOT_CODE),
        (b'{"cells": [{"cell_type": "markdown", "source": "x"}, 3]}', NOT_CODE),
        (b'{"cells": [{"cell_type": "code", "source": [3, " "]}]}', NOT_CODE),
        (b'{"cells": []}', NOT_CODE),
        (b'{"cells": 3}', NOT_CELLS),
        (b'{"worksheets": 3}', NOT_CELLS),
        (b'{"worksheets": [3]}', NOT_CELLS),
        (b"[3]", NOT_CELLS),
        (b"", NOT_JSON),
        (b"\xff{}", NOT_JSON),
        (b"[" * MOST_BYTES, NOT_JSON),
        (b"#" * (MOST_BYTES + 1), IS_A_NOTEBOOK),
    ],
)
def test_a_notebook_in_place_of_a_module(
    content: bytes, what: str, tmp_path: Path
) -> None:
    """Of any format it is to be renamed, if there is code in it."""
    for found in on_both(tmp_path, {"Untitled.ipynb": content}):
        told = f"minimax.py is missing; Untitled.ipynb {what}"
        assert found.missing("minimax") == told


def test_of_several_notebooks_one_with_code_is_named(tmp_path: Path) -> None:
    """The others are not what is missing."""
    files = {"a.ipynb": b"", "b.ipynb": b'{"cells": []}', "c.ipynb": NOTEBOOK}
    for found in on_both(tmp_path, files):
        told = f"minimax.py is missing; c.ipynb {IS_A_NOTEBOOK}"
        assert found.missing("minimax") == told


def test_a_notebook_that_is_named_like_a_module(tmp_path: Path) -> None:
    """Python would run its JSON; it is told as what it is, and nothing is run."""
    for found in on_both(tmp_path, {"minimax.py": b"\n" + NOTEBOOK}):
        assert not found.has("minimax")
        assert found.missing("minimax") == f"minimax.py {IS_A_NOTEBOOK}"


def test_a_notebook_that_is_named_like_an_imported_file(tmp_path: Path) -> None:
    """Of those that are asked for alone a notebook would be read."""
    for found in on_both(tmp_path, {"minimax.py": b"import x", "x.py": NOTEBOOK}):
        assert found.notes == ("x.py is a notebook: send it as plain Python.",)


def test_a_notebook_is_the_module_where_that_is_missing(tmp_path: Path) -> None:
    """In its folder; what was sent is listed by its own name."""
    files = {"hw/minimax.ipynb": NOTEBOOK, "hw/alpha_beta.py": CODE}
    for found in on_both(tmp_path, files):
        assert content(found)["minimax.py"].splitlines()[1:] == [b"x = 3"]
        assert found.has("minimax")
        assert {*found.picked.files()} == {*files}
        assert found.notes == ()
        (cells,) = found.picked.cells
        assert cells.place(2) == ("minimax.ipynb, cell 1", 1)


@pytest.mark.parametrize(
    "files, told",
    [
        (
            {"minimax.ipynb": b"{"},
            "minimax.ipynb is a damaged notebook (no JSON): save",
        ),
        (
            {"minimax.ipynb": NOTEBOOK + b" " * MOST_BYTES},
            "minimax.ipynb is larger than 1 MiB: clear its outputs and save it again",
        ),
        (
            {"a/minimax.ipynb": NOTEBOOK, "b/minimax.ipynb": NOTEBOOK},
            "minimax.py is in a/ and b/; put the modules into one folder, and each",
        ),
        (
            {"all.ipynb": NOTEBOOK.replace(b"x = 3", b"def minimax_search(g, s): 0")},
            "minimax.py is missing; minimax_search is in all.ipynb: send that as mini",
        ),
    ],
)
def test_a_notebook_that_cannot_be_the_module(
    files: Files, told: str, tmp_path: Path
) -> None:
    """One sentence says why, and what to do."""
    for found in on_both(tmp_path, files):
        assert not found.has("minimax")
        assert found.missing("minimax").startswith(told)


def test_a_notebook_that_is_used_is_nothing_else(tmp_path: Path) -> None:
    """It is not proposed for the module that is missing beside it."""
    for found in on_both(tmp_path, {"minimax.ipynb": NOTEBOOK}):
        told = "alpha_beta.py is missing; found minimax.ipynb"
        assert found.missing("alpha_beta") == told


def test_where_cells_begin_is_part_of_what_is_graded(tmp_path: Path) -> None:
    """Equal programs in other cells are told in other words."""
    cells = b'{"cell_type": "code", "source": "x = 1"}'
    two, one = b"%s, %s" % (cells, cells), cells.replace(b"1", b"1\\nx = 1")
    path = tmp_path / "minimax.ipynb"
    path.write_bytes(b'{"cells": [%s]}' % one)
    first = pick(uploads(path), MODULES)
    path.write_bytes(b'{"cells": [%s]}' % two)
    second = pick(uploads(path), MODULES)
    assert first.content == second.content
    assert first.digest() != second.digest()


def test_a_module_that_is_imported_but_refused(tmp_path: Path) -> None:
    """Its import fails, so the reason must be told; that of others need not."""
    files = {"minimax.py": b"import big", "big.py": b"#" * (MOST_BYTES + 1)}
    top = folder_of(tmp_path, {**files, "huge.py": files["big.py"]})
    (top / "lib").symlink_to(tmp_path)
    assert staged(top, tmp_path).notes == (
        "big.py is larger than 1 MiB; is it the right file?",
    )


def test_a_folder_that_is_a_link(tmp_path: Path) -> None:
    """It is not entered, and told where it is needed."""
    top = folder_of(tmp_path, {"alpha_beta.py": b"import lib.x"})
    (top / "lib").symlink_to(tmp_path)
    found = staged(top, tmp_path)
    assert found.notes == ("lib is a link; send the file itself.",)
    told = "minimax.py is missing; lib is a link; send the file itself"
    assert told == found.missing("minimax")


def test_an_older_copy_is_named(tmp_path: Path) -> None:
    """So that nobody wonders which of the two was graded."""
    files = {"minimax.py": CODE, "old/minimax.py": b"", "old/alpha_beta.py": b""}
    for found in on_both(tmp_path, files):
        assert found.notes == (
            "old/minimax.py is left out; what is in the top folder is graded.",
        )


def test_notes_are_few(tmp_path: Path) -> None:
    """Five, and how many more."""
    names = [f"{name}.py" for name in ("json", "math", "re", "sys", "io", "os", "abc")]
    code = "\n".join(names).encode()
    files = dict.fromkeys(names, CODE) | {"minimax.py": code}
    for found in on_both(tmp_path, files):
        assert len(found.notes) == 6
        assert found.notes[-1] == "The same holds for 2 more."


# What is refused in a folder


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    """It could lead to any file of the grader's."""
    (tmp_path / "secret.py").write_bytes(CODE)
    top = folder_of(tmp_path, {})
    (top / "minimax.py").symlink_to(tmp_path / "secret.py")
    (top / "lib").symlink_to(tmp_path)
    assert refusal(top, tmp_path) == "minimax.py is a link; send the file itself"


def test_a_link_by_itself(tmp_path: Path) -> None:
    """The same for a submission of one file."""
    (tmp_path / "secret.py").write_bytes(CODE)
    (tmp_path / "minimax.py").symlink_to(tmp_path / "secret.py")
    expected = "minimax.py is a link; send the file itself"
    assert expected == refusal(tmp_path / "minimax.py", tmp_path)


def test_a_pipe_is_not_read(tmp_path: Path) -> None:
    """It would never end."""
    top = folder_of(tmp_path, {})
    os.mkfifo(top / "minimax.py")
    assert (
        refusal(top, tmp_path)
        == "minimax.py is not a regular file; send a plain text file"
    )


def test_a_socket_is_not_read(tmp_path: Path) -> None:
    """Nor is any other kind of file that is no file."""
    top = folder_of(tmp_path, {})
    os.mknod(top / "minimax.py", stat.S_IFSOCK | 0o600)
    assert refusal(top, tmp_path) == (
        "minimax.py is not a regular file; send a plain text file"
    )


def test_a_hard_link_is_a_file(tmp_path: Path) -> None:
    """It has an owner and rights of its own, as any file has."""
    (tmp_path / "other.py").write_bytes(CODE)
    top = folder_of(tmp_path, {})
    (top / "minimax.py").hardlink_to(tmp_path / "other.py")
    assert content(staged(top, tmp_path)) == {"minimax.py": CODE}


def a_link(path: Path, secret: Path) -> None:
    """In place of a file."""
    path.symlink_to(secret / "minimax.py")


def a_pipe(path: Path, _secret: Path) -> None:
    """In place of a file."""
    os.mkfifo(path)


def a_linked_folder(path: Path, secret: Path) -> None:
    """In place of the folder of a file."""
    path.parent.rmdir()
    path.parent.symlink_to(secret)


@pytest.mark.parametrize(
    "swapped, reason",
    [
        (a_link, "is a link; send the file itself"),
        (a_linked_folder, "is a link; send the file itself"),
        (a_pipe, "is not a regular file; send a plain text file"),
        (lambda *_: None, "has vanished while it was read; send it again"),
    ],
)
def test_a_file_that_is_exchanged_after_it_was_listed(
    tmp_path: Path, swapped: Callable[[Path, Path], None], reason: str
) -> None:
    """What counts is what is open; and no pipe makes the grader wait."""
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "minimax.py").write_bytes(b"of the grader")
    top = folder_of(tmp_path, {"src/minimax.py": CODE})
    (upload,) = uploads(top)
    assert upload.read() == CODE
    (top / "src" / "minimax.py").unlink()
    swapped(top / "src" / "minimax.py", secret)
    with pytest.raises(Refused, match=reason):
        upload.read()


def test_a_fault_of_the_system_is_no_fault_of_the_file(tmp_path: Path) -> None:
    """Too many open files, say: to refuse this one would be a zero."""
    (upload,) = uploads(folder_of(tmp_path, {"minimax.py": CODE}))
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, before[1]))
    try:
        with pytest.raises(OSError, match="Too many open files"):
            upload.read()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    """A byte more than allowed; from a folder and from a zip."""
    files = {"minimax.py": b"#" * (MOST_BYTES + 1), "alpha_beta.py": b"#" * MOST_BYTES}
    for found in on_both(tmp_path, files):
        assert found.missing("minimax") == TOO_LARGE
        assert found.has("alpha_beta")


def test_files_that_are_too_large_together(tmp_path: Path) -> None:
    """No one of them is, but all of them are."""
    count = MOST_TOTAL // MOST_BYTES
    code = b"".join(b"import a%d\n" % i for i in range(count))
    files = {f"a{i}.py": b"#" * MOST_BYTES for i in range(count)}
    for found in on_both(tmp_path, {**files, "minimax.py": code}):
        assert found.notes == (
            "a7.py and the other files are larger than 8 MiB together; send fewer.",
        )
        assert len(content(found)) == count


def test_too_many_python_files(tmp_path: Path) -> None:
    """A whole library was sent along."""
    code = b"".join(b"import a%03d\n" % i for i in range(MOST_FILES))
    files = {f"a{i:03}.py": b"" for i in range(MOST_FILES)} | {"minimax.py": code}
    for found in on_both(tmp_path, files):
        assert found.notes == (
            "a199.py is one of more than 200 Python files; send only your own.",
        )
        assert len(content(found)) == MOST_FILES


def test_folders_nested_without_end(tmp_path: Path) -> None:
    """A hundred folders within one another are not walked to the bottom."""
    deep = "d/" * 100 + "minimax.py"
    one, two = on_both(tmp_path, {deep: CODE, "alpha_beta.py": CODE})
    assert list(content(one)) == list(content(two)) == ["alpha_beta.py"]
    assert one.missing("minimax") == "minimax.py is missing; found alpha_beta.py"
    told = "minimax.py is more than 20 folders deep; move it up"
    assert told == two.missing("minimax")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_files_without_permission(tmp_path: Path) -> None:
    """A file and a folder that are closed are named, the others taken."""
    files = {"minimax.py": CODE, "lib/x.py": CODE, "alpha_beta.py": CODE}
    top = folder_of(tmp_path, files)
    (top / "minimax.py").chmod(0)
    (top / "lib").chmod(0)
    found = staged(top, tmp_path)
    (top / "lib").chmod(0o755)
    closed = "cannot be read (Permission denied); make it readable"
    assert found.missing("minimax") == f"minimax.py {closed}"
    assert found.refused["lib"] == closed
    assert found.has("alpha_beta")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_submission_without_permission(tmp_path: Path) -> None:
    """A closed folder; a file in one; a closed zip, which nobody can look into."""
    top = folder_of(tmp_path, {"minimax.py": CODE})
    path = zip_of(tmp_path, {"minimax.py": CODE})
    top.chmod(0)
    path.chmod(0)
    denied = "(Permission denied)"
    closed = f"upload: cannot be read {denied}; make it readable"
    assert fault(top, tmp_path) == closed
    (tmp_path / "staged").rmdir()
    inside = "upload/minimax.py: there is no such submission"
    assert fault(top / "minimax.py", tmp_path) == f"{inside} {denied}"
    assert refusal(path, tmp_path) == f"minimax.py is missing; {UNPACK}"
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


LEADS_OUT = "has a path that leads out of the zip; pack the zip again"


@pytest.mark.parametrize(
    "name, reason",
    [
        ("../minimax.py", LEADS_OUT),
        ("a/../../minimax.py", LEADS_OUT),
        ("/minimax.py", LEADS_OUT),
        ("..\\minimax.py", LEADS_OUT),
        ("C:/minimax.py", "has a colon in its path; rename it"),
    ],
)
def test_paths_that_lead_out(tmp_path: Path, name: str, reason: str) -> None:
    """Nothing is written outside, and the student is told."""
    path = zip_of(tmp_path, {name: CODE})
    assert refusal(path, tmp_path) == f"minimax.py {reason}"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["staged", "upload.zip"]


def test_folders_in_zips_are_no_files(tmp_path: Path) -> None:
    """Most tools give each folder an entry of its own."""
    files = {"src/": b"", "src/minimax/": b"", "src/minmax.py": CODE}
    found = staged(zip_of(tmp_path, files), tmp_path)
    assert found.picked.files() == ("src/minmax.py",)
    assert found.missing("minimax") == "minimax.py is missing; rename minmax.py?"


def test_an_entry_without_a_name(tmp_path: Path) -> None:
    """It is no module, and costs the others nothing."""
    path = zip_of(tmp_path, {"QQ": b"", "minimax.py": CODE})
    path.write_bytes(path.read_bytes().replace(b"QQ", b"\0Q"))  # a name ends at \0
    found = staged(path, tmp_path)
    assert content(found) == {"minimax.py": CODE}


def test_backslashes_separate_folders(tmp_path: Path) -> None:
    """Old Windows tools write them."""
    found = staged(zip_of(tmp_path, {"src\\minimax.py": CODE}), tmp_path)
    assert found.picked.files() == ("src/minimax.py",)
    assert found.has("minimax")


@pytest.mark.parametrize(
    "kind, reason",
    [
        (stat.S_IFLNK, "is a link; send the file itself"),
        (stat.S_IFIFO, "is not a regular file; send a plain text file"),
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
    code = b"import a.py.b"
    files = {"a.py": CODE, "a.py/b.py": CODE, "minimax.py": code}
    both = "is a file and a folder at once; send only the file"
    found = staged(zip_of(tmp_path, files), tmp_path)
    assert content(found) == {"a.py": CODE, "minimax.py": code}
    assert found.refused == {"a.py/b.py": both}
    assert found.notes == (f"a.py/b.py {both}.",)


def test_a_folder_that_is_a_file_as_well(tmp_path: Path) -> None:
    """The same in the other order, where nothing needs what is in the folder."""
    files = {"minimax.py/b.py": CODE, "minimax.py": CODE}
    found = staged(zip_of(tmp_path, files), tmp_path)
    assert content(found) == {"minimax.py": CODE}


# Folders that are named like files


AS_FILE = "minimax.py is a folder, not a file; send the file itself"
NAMES_ALL = b"# minimax py a b helper\n"  # so that what is in the folder is reached


@pytest.mark.parametrize(
    "path, told",
    [
        ("minimax.py/a.py", AS_FILE),
        ("minimax.py/__init__.py", AS_FILE),
        ("minimax.py/a.py/b.py", AS_FILE),
        ("minimax.py/notes.txt", AS_FILE),
        ("minimax.py/minimax.py", AS_FILE),
        ("old/minimax.py/a.py", f"old/{AS_FILE}"),
        (
            "minimax/__init__.py",
            (
                "minimax.py is missing; send the code of the folder minimax as one "
                "file, minimax.py"
            ),
        ),
        ("minimax/a.py", "minimax.py is missing; found a.py and alpha_beta.py"),
    ],
)
def test_a_folder_in_place_of_a_module(tmp_path: Path, path: str, told: str) -> None:
    """Whatever is in it, it is no module, and the other module is not harmed."""
    for found in on_both(tmp_path, {"alpha_beta.py": NAMES_ALL, path: CODE}):
        assert not found.has("minimax")
        assert found.missing("minimax") == told
        assert found.has("alpha_beta")


def test_an_empty_folder_in_place_of_a_module(tmp_path: Path) -> None:
    """A zip has an entry of its own for that, in Windows' spelling, too."""
    top = folder_of(tmp_path, {"alpha_beta.py": CODE})
    (top / "minimax.py").mkdir()
    assert refusal(top, tmp_path) == AS_FILE
    for number, name in enumerate(("minimax.py/", "minimax.py\\")):
        path = zip_of(tmp_path, {"alpha_beta.py": CODE, name: b""})
        found = stage(pick(uploads(path), MODULES), tmp_path / str(number))
        assert found.missing("minimax") == AS_FILE
        assert found.picked.files() == ("alpha_beta.py",)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_closed_folder_in_place_of_a_module(tmp_path: Path) -> None:
    """To open it would not help."""
    top = folder_of(tmp_path, {"alpha_beta.py": CODE, "minimax.py/a.py": CODE})
    (top / "minimax.py").chmod(0)
    found = staged(top, tmp_path)
    (top / "minimax.py").chmod(0o755)
    assert found.missing("minimax") == AS_FILE


def test_a_zip_that_says_of_a_file_that_it_is_a_folder(tmp_path: Path) -> None:
    """By its mode, without the slash at the end of its name."""
    path = tmp_path / "upload.zip"
    entry = zipfile.ZipInfo("minimax.py")
    entry.external_attr = (stat.S_IFDIR | 0o755) << 16
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(entry, CODE)
    assert refusal(path, tmp_path) == AS_FILE


def test_a_folder_in_place_of_a_helper(tmp_path: Path) -> None:
    """It is told where a module names it, and only there."""
    files = {"minimax.py": NAMES_ALL, "helper.py/a.py": CODE, "other.py/a.py": CODE}
    for found in on_both(tmp_path, files):
        assert found.notes == (
            "helper.py is a folder, not a file; send the file itself.",
        )
        assert found.copied == {"minimax.py"}


def test_modules_in_a_folder_that_is_named_like_one(tmp_path: Path) -> None:
    """They are graded as in any other folder, and nothing is told."""
    files = {"minimax.py/minimax.py": CODE, "minimax.py/alpha_beta.py": CODE}
    for found in on_both(tmp_path, files):
        assert found.copied == {"minimax.py", "alpha_beta.py"}
        assert found.notes == ()


def twice(tmp_path: Path, first: bytes, second: bytes) -> Path:
    """A zip with two files of one name."""
    path = tmp_path / "upload.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("src/minimax.py", first)
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("src/minimax.py", second)
    return path


def test_a_file_that_is_there_twice(tmp_path: Path) -> None:
    """Which of two is meant, a grader does not guess: programs that unpack differ."""
    told = "minimax.py is there twice, with different content; send it once"
    assert told == refusal(twice(tmp_path, CODE, b"x"), tmp_path)


def test_a_file_that_is_there_twice_with_the_same_content(tmp_path: Path) -> None:
    """There is nothing to guess."""
    found = staged(twice(tmp_path, CODE, CODE), tmp_path)
    assert content(found) == {"minimax.py": CODE}
    assert found.refused == {}


def test_a_name_too_long_to_be_stored(tmp_path: Path) -> None:
    """A file system takes 255 bytes."""
    name = "x" * 300
    files = {f"{name}.py": CODE, "minimax.py": name.encode()}
    found = staged(zip_of(tmp_path, files), tmp_path)
    told = "has too long a name; give it a shorter one"
    assert found.refused == {f"{name}.py": told}
    assert found.notes == (f"{'x' * 59}… {told}.",)
    assert found.has("minimax")


def test_a_full_disk_is_no_fault_of_the_file(tmp_path: Path) -> None:
    """To refuse it would be a zero: the fault is passed on, to be told as ours."""
    code = b"import a, b"
    files = {"minimax.py": code, "a.py": b"#" * 9000, "b.py": b"#" * 9000}
    top = folder_of(tmp_path, files)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    kept = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (5000, before[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            staged(top, tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, kept)


@given(
    st.dictionaries(
        st.sampled_from(["", "/", "../", "a/", "C:", "\\", "..\\", "./", "//"])
        .flatmap(lambda start: st.text(max_size=5).map(lambda name: start + name))
        .map(lambda name: f"{name}/minimax.py" if len(name) % 2 else f"{name}.py")
        .filter(lambda name: name[0] != "\0"),  # where zipfile ends a name
        st.just(CODE),
        min_size=1,
        max_size=5,
    )
)
def test_nothing_is_ever_written_elsewhere(files: Files) -> None:
    """Whatever the names in a zip are, and every sentence is safe to show."""
    with tempfile.TemporaryDirectory() as name:
        top = Path(name, "top")
        (top / "down").mkdir(parents=True)
        found = staged(zip_of(top / "down", files), top / "down")
        assert [path.name for path in Path(name).iterdir()] == ["top"]
        assert [path.name for path in top.iterdir()] == ["down"]
        assert {p.name for p in (top / "down").iterdir()} == {"staged", "upload.zip"}
        for text in (*found.notes, found.missing("alpha_beta")):
            assert text == clean(text, 200)


def test_a_zip_in_a_zip(tmp_path: Path) -> None:
    """It is not opened, but named."""
    inner = zip_of(tmp_path, {"minimax.py": CODE}).read_bytes()
    told = "minimax.py is missing; unpack work.zip and send what is in it"
    assert told == refusal(zip_of(tmp_path, {"work.zip": inner}), tmp_path)


def test_a_zip_that_is_too_large(tmp_path: Path) -> None:
    """It is read whole, so that what is checked is what is used."""
    path = tmp_path / "upload.zip"
    with path.open("wb") as file:
        file.truncate(MOST_ZIP)  # zeros, of which a disk keeps nothing
        file.seek(MOST_ZIP)
        file.write(b"PK\x05\x06" + b"\0" * 18)
    expected = "upload.zip: larger than 64 MiB; send only your own modules"
    assert expected == fault(path, tmp_path)


def test_a_zip_that_lists_too_many_files(tmp_path: Path) -> None:
    """Its list is read whole by Python, in memory: it is counted before."""
    path = tmp_path / "upload.zip"
    entry = b"PK\x01\x02" + b"\0" * 42
    listed = entry * (MOST_LISTED + 1)
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1, 1, len(listed), 0, 0)
    path.write_bytes(listed + end)  # that says it holds one
    expected = "upload.zip: lists more than 200,000 files; send only your own modules"
    assert expected == fault(path, tmp_path)


def test_files_in_a_zip_that_overlap(tmp_path: Path) -> None:
    """Many names for the same bytes: a bomb that needs no zip within a zip."""
    path = zip_of(tmp_path, {f"a{i}.py": b"#" * MOST_BYTES for i in range(20)})
    raw = bytearray(path.read_bytes())
    start = raw.index(b"PK\x01\x02")
    while start >= 0:
        raw[start + 42 : start + 46] = b"\0" * 4  # where the file's content begins
        start = raw.find(b"PK\x01\x02", start + 4)
    path.write_bytes(raw)
    code = b" ".join(b"a%d" % i for i in range(20))
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("minimax.py", code)
    found = staged(path, tmp_path)
    assert found.has("minimax")
    assert sum(map(len, content(found).values())) <= MOST_BYTES + len(code)


def test_a_bomb_that_declares_its_size(tmp_path: Path) -> None:
    """It is not opened."""
    path = zip_of(tmp_path, {"minimax.py": b"#" * (20 * MOST_BYTES)})
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
    path = zip_of(tmp_path, {"minimax.py": b"#" * (20 * MOST_BYTES)})
    size = struct.pack("<L", 1000)
    expected = (
        "minimax.py cannot be read (Bad CRC-32 for file 'minimax.py'); "
        "pack the zip again"
    )
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
    expected = "minimax.py is compressed in an unusual way; send it without a zip"
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
    assert refusal(path, tmp_path) == f"minimax.py is missing; {UNPACK}"


def test_a_zip_with_a_broken_list_of_files(tmp_path: Path) -> None:
    """That nothing can be read is told in a sentence."""
    path = zip_of(tmp_path, {"minimax.py": CODE})
    raw = path.read_bytes().replace(b"PK\x01\x02", b"PK\x00\x00")
    path.write_bytes(raw)
    assert fault(path, tmp_path) == (
        "upload.zip: not a usable zip (Bad magic number for central directory); "
        "pack the zip again"
    )
