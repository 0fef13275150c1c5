"""Who imports whom: the rules of the architecture, read from the source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "autograder"
MODULES = sorted(path.stem for path in PACKAGE.glob("*.py"))

WORKERS_SIDE = frozenset(
    {"worker", "submission", "forkserver", "game", "protocol", "values"}
    | {"confine", "filerules", "kernel", "layers", "probe", "systemcalls"}
    | {"removal", "sweep", "standin", "functions"}
)
RENDERERS = frozenset(
    {"gradescope", "terminal", "progress", "page", "pagedata"}
    | {"picture", "picturestyle", "svgparts", "figure", "legend", "layout", "treetext"}
)
RENDERERS_SEE = RENDERERS | {
    *("__init__", "assignment", "errors", "report", "text"),
    *("replay", "trees", "game"),
}
COMPOSERS = frozenset(
    {"cli", "fixture", "grading", "recorder", "session", "lessons", "counterexample"}
)
ANSWERS = frozenset({"answers", "trusted", "compare"})
WORKERS = frozenset({"sandbox", "spawner", "workers"})
LONGEST_MODULE, LONGEST_FUNCTION = 250, 40


@cache
def source(module: str) -> str:
    """The text of a module."""
    return (PACKAGE / f"{module}.py").read_text(encoding="utf-8")


def nodes_but_of_notebooks(tree: ast.AST) -> Iterator[ast.AST]:
    """Each node of a module outside of the methods that notebooks call."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("_repr_"):
            continue
        yield node
        yield from nodes_but_of_notebooks(node)


@cache
def imports(module: str) -> frozenset[str]:
    """All that a module imports, wherever it does so, by full name.

    But for what `_repr_…_` methods import when a notebook asks an object to show
    itself: drawing stands above what is drawn.
    """
    found: set[str] = set()
    for node in nodes_but_of_notebooks(ast.parse(source(module))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: relative imports hide where they lead"
            found.add(node.module or "")
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(found)


@cache
def ours(module: str) -> frozenset[str]:
    """The modules of this package that a module imports by itself."""
    names = {
        name.split(".")[1]
        for name in imports(module)
        if name.count(".") > 0 and name.startswith("autograder.")
    }
    if "autograder.__version__" in imports(module):
        names.add("__init__")
    return frozenset(names & set(MODULES))


@cache
def reached(module: str) -> frozenset[str]:
    """The modules of this package that an import of a module loads."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(ours(name))
    return frozenset(found)


def test_the_reader_of_imports_sees_them() -> None:
    """A positive control: these are known."""
    assert {"game", "protocol", "trees"} <= ours("oracle")
    assert "answers" in reached("cli")
    assert len(MODULES) > 30


@pytest.mark.parametrize("module", sorted(WORKERS_SIDE))
def test_the_workers_side_knows_neither_trees_nor_answers(module: str) -> None:
    """What is never loaded in a worker cannot be read there."""
    assert reached(module) <= WORKERS_SIDE


@pytest.mark.parametrize("module", MODULES)
def test_the_reference_is_loaded_by_path_only(module: str) -> None:
    """As any submission is; so a bundle without it still imports."""
    names = imports(module)
    assert not {name for name in names if name.split(".")[0] == "reference"}


@pytest.mark.parametrize("module", sorted(RENDERERS))
def test_renderers_see_entries_and_replays_and_nothing_behind_them(module: str) -> None:
    """What came of a test; no answers, no comparison, no students and no processes."""
    assert ours(module) <= RENDERERS_SEE
    known = {name for name in imports(module) if name.startswith("autograder.assign")}
    assert known <= {"autograder.assignment", "autograder.assignment.VISIBLE"}


@pytest.mark.parametrize("module", MODULES)
def test_few_modules_put_the_sides_together(module: str) -> None:
    """Only these import both what knows answers and what runs submissions."""
    together = bool(ours(module) & ANSWERS) and bool(ours(module) & WORKERS)
    assert not together or module in COMPOSERS or module.startswith("pytest_")


@pytest.mark.parametrize("module", MODULES)
def test_imports_go_one_way(module: str) -> None:
    """No module needs itself, by way of others."""
    assert module not in {deeper for name in ours(module) for deeper in reached(name)}


@pytest.mark.parametrize("module", MODULES)
def test_a_module_fits_on_a_few_screens(module: str) -> None:
    """It has a docstring that says what it owns."""
    assert ast.get_docstring(ast.parse(source(module)))
    assert len(source(module).splitlines()) <= LONGEST_MODULE


@pytest.mark.parametrize("module", MODULES)
def test_a_function_fits_on_one_screen(module: str) -> None:
    """From `def` to its last line."""
    long = [
        f"{module}.{node.name}"
        for node in ast.walk(ast.parse(source(module)))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION
    ]
    assert long == []
