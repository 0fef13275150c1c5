"""The rooms of the package: who imports whom, and what a listing tells."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from tests.cases import for_each
from tests.small import ROOT

PACKAGE = ROOT / "autograder"
ROOMS = sorted(path.parent for path in PACKAGE.glob("*/__init__.py"))
MODULES = sorted(PACKAGE.rglob("*.py"))
MOST_AT_THE_TOP = 9
LONGEST_FUNCTION = 40
WORDS_FOR_ANYTHING = {"asked", "data", "found", "info", "known", "made", "told"}
MOST_BY_POSITION = 5  # arguments of a constructor
BREACHES = {  # of each contract: the module, what it imports, and what is then said
    "trees/tree.py": ("autograder.drawing.picture", "Data goes one way"),
    "grading/grading.py": ("autograder.sandbox.jobs", "What a submission does"),
    "worker/values.py": ("autograder.files", "What runs in the student's process"),
    "report/platforms.py": ("autograder.words.faults", "Renderers see entries"),
    "drawing/nodes.py": ("autograder.kinds.search.walk", "Drawings see trees"),
    "answers/board.py": ("reference.minimax", "The reference is loaded by path"),
    "words/names.py": ("autograder.words.faults", "No circles"),
}


@cache
def parsed(module: Path) -> ast.Module:
    """A module, as Python reads it."""
    return ast.parse(module.read_text(encoding="utf-8"))


@cache
def nodes_of(module: Path) -> tuple[ast.AST, ...]:
    """All that stands in a module."""
    return tuple(ast.walk(parsed(module)))


def linted(folder: Path) -> subprocess.CompletedProcess[str]:
    """What import-linter says of the package in a folder."""
    program = "from importlinter.cli import lint_imports_command as run; run()"
    return subprocess.run(
        [sys.executable, "-c", program, "--no-cache", "--no-logo"],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_every_contract_is_kept() -> None:
    """They stand in pyproject.toml; `lint-imports` tells the same."""
    done = linted(ROOT)
    assert done.returncode == 0, done.stdout
    assert f"Contracts: {len(BREACHES)} kept, 0 broken." in done.stdout


def test_every_contract_can_be_broken(tmp_path: Path) -> None:
    """A single import breaks each."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, tmp_path / "autograder", ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for module, (imported, _) in BREACHES.items():
        with (tmp_path / "autograder" / module).open("a", encoding="utf-8") as file:
            file.write(f"\nimport {imported}\n")
    said = linted(tmp_path).stdout
    broken = [line for line in said.splitlines() if line.endswith("BROKEN")]
    for _, name in BREACHES.values():
        assert any(line.startswith(name) for line in broken), said
    assert len(broken) == len(BREACHES)


@for_each("room", ROOMS)
def test_a_room_says_in_one_sentence_what_it_owns(room: Path) -> None:
    """And re-exports nothing: what is imported from it is named by its module."""
    text = (room / "__init__.py").read_text(encoding="utf-8")
    tree = ast.parse(text)
    (docstring,) = tree.body
    assert isinstance(docstring, ast.Expr)
    assert len(text.splitlines()) == 1
    assert text.endswith('."""\n')


def test_few_modules_belong_to_no_room() -> None:
    """A stranger reads the listing of the top at a glance."""
    assert len(list(PACKAGE.glob("*.py"))) <= MOST_AT_THE_TOP


@for_each("module", MODULES)
def test_a_module_says_what_it_owns_and_a_function_fits_on_one_screen(
    module: Path,
) -> None:
    """A docstring; from `def` to its last line no more than can be seen at once."""
    assert ast.get_docstring(parsed(module))
    long = [
        node.name
        for node in nodes_of(module)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION
    ]
    assert long == []


def test_a_constructor_of_many_fields_is_called_by_keywords() -> None:
    """Who reads the call sees which field is which."""
    long = [
        f"{module.relative_to(ROOT)}:{node.lineno}"
        for module in MODULES
        for node in nodes_of(module)
        if isinstance(node, ast.Call)
        and _by_position(node) > MOST_BY_POSITION
        and ast.unparse(node.func).split(".")[-1].lstrip("_")[0].isupper()
    ]
    assert long == []


def test_no_argument_is_called_what_anything_may_be_called() -> None:
    """What crosses a function has a name of its own; within one it may be short."""
    named = [
        f"{module.relative_to(ROOT)}:{node.lineno} {node.arg}"
        for module in MODULES
        for node in nodes_of(module)
        if isinstance(node, ast.arg) and node.arg in WORDS_FOR_ANYTHING
    ]
    assert named == []


def _by_position(call: ast.Call) -> int:
    """How many arguments a call has by position; a tuple unpacked there has its own."""
    return sum(
        len(each.value.elts)
        if isinstance(each, ast.Starred) and isinstance(each.value, ast.Tuple)
        else 1
        for each in call.args
    )
