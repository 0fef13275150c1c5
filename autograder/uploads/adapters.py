"""What an adapter calls: a module of a course, in which a student's code is called.

The text of an adapter is its author's, and may be parsed. Which student's function
does the work of one of its own is told by the call that it returns.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path as FilePath
from pathlib import PurePosixPath
from typing import TypeGuard

from autograder.assignment.questions import PYTHON, AnyQuestion, Assignment
from autograder.errors import FileProblems, Problem

Path = tuple[str, ...]  # of a function in a student's module: ("Agent", "getAction")


def functions_called_by_adapter(
    text: bytes, modules: Collection[str]
) -> dict[str, Path]:
    """By each function of an adapter the student's function that it calls.

    `modules` are those that students hand in. Without such a call, and of a text that
    is no Python, there is none.
    """
    with suppress(SyntaxError, ValueError, RecursionError):
        tree = ast.parse(text)
        theirs = dict(_imported(tree, modules))
        functions = [n for n in tree.body if isinstance(n, ast.FunctionDef)]
        found = {f.name: _called_in(f, theirs) for f in functions}
        return {name: path for name, path in found.items() if path}
    return {}


def names_adapter_imports(
    text: bytes, modules: Collection[str]
) -> list[tuple[str, str]]:
    """The names that an adapter imports from modules that students hand in."""
    with suppress(SyntaxError, ValueError, RecursionError):
        rows = _imported(ast.parse(text), modules)
        return [(path[0], path[1]) for _, path in rows if len(path) > 1]
    return []


def _imported(tree: ast.AST, modules: Collection[str]) -> Iterator[tuple[str, Path]]:
    """Each name that stands for a student's module, or for something in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for each in node.names:
                if each.name in modules:
                    yield each.asname or each.name, (each.name,)
        elif isinstance(node, ast.ImportFrom) and node.module in modules:
            for each in node.names:
                yield each.asname or each.name, (str(node.module), each.name)


def _called_in(function: ast.FunctionDef, theirs: Mapping[str, Path]) -> Path:
    """The outermost of a student's functions that is called in what is returned."""
    known = dict(theirs)
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            value = node.value
            made = _path(value.func, known) if isinstance(value, ast.Call) else ()
            if made:
                known[node.targets[0].id] = made
    returns = [n for n in ast.walk(function) if isinstance(n, ast.Return) and n.value]
    for each in returns:
        for node in ast.walk(each):
            if isinstance(node, ast.Call) and (path := _path(node.func, known)):
                return path[1:]
    values = (each.value for each in returns)
    return next((known[v.id][1:] for v in values if _is_one(v, known)), ())


def _is_one(node: ast.expr | None, names: Mapping[str, Path]) -> TypeGuard[ast.Name]:
    """Whether a name stands for what a student's function has returned."""
    return isinstance(node, ast.Name) and len(names.get(node.id, ())) > 1


def _path(node: ast.expr, names: Mapping[str, Path]) -> Path:
    """Which of a student's functions an expression is; () if none."""
    if isinstance(node, ast.Name):
        return names.get(node.id, ())
    if isinstance(node, ast.Attribute):
        value = node.value.func if isinstance(node.value, ast.Call) else node.value
        above = _path(value, names)
        return (*above, node.attr) if above else ()
    return ()


# ── What its author is told of an adapter ──────────────────────────────────────────

PRINTS = "{} prints, which students would read as what their own code prints"
KEEPS = "{} is kept from one call to the next; make it anew in each"
NOTHING = "{} returns nothing, whatever the student's code returns"
MADE = "{} returns {}, whatever the student's code returns"
KINDS = {  # by what makes it
    **dict.fromkeys(("JoinedStr", "str", "repr"), "a text"),
    **dict.fromkeys(("List", "ListComp", "list"), "a list"),
    **dict.fromkeys(("Dict", "dict"), "a dictionary"),
    **dict.fromkeys(("Compare", "bool"), "a truth value"),
}


def adapters_of(assignment: Assignment) -> Iterator[tuple[AnyQuestion, FilePath]]:
    """The questions whose module is the course's, each with its file."""
    for question in assignment.all_questions():
        path = PurePosixPath(f"{question.module}{PYTHON}")
        if path in assignment.interface.provided:
            yield question, assignment.interface.provided[path]


def check(assignment: Assignment) -> None:
    """Raise FileProblems where an adapter is wrong whatever students hand in.

    The answers of the assignment are known.
    """
    problems = {
        Problem(path, *told)
        for question, path in adapters_of(assignment)
        for told in _faults(path.read_bytes(), question, assignment.handed_in())
    }
    if problems:
        raise FileProblems(tuple(problems))


def _faults(
    text: bytes, question: AnyQuestion, modules: Collection[str]
) -> Iterator[tuple[int, int, str]]:
    """What is wrong with a question's adapter: line, column, sentence."""
    try:
        tree = ast.parse(text)
    except SyntaxError as fault:
        yield fault.lineno or 1, fault.offset or 1, f"no Python: {fault.msg}"
        return
    theirs = dict(_imported(tree, modules))
    for node in tree.body:
        if isinstance(node, ast.Assign) and _calls(node.value, theirs):
            yield node.lineno, 1, KEEPS.format(ast.unparse(node.targets[0]))
        if isinstance(node, ast.FunctionDef):
            yield from _habits(node)
            if node.name in question.functions_to_write():
                chooses = node.name == getattr(question, "search", "")
                yield from _results(node, {} if chooses else KINDS)


def _calls(value: ast.expr, theirs: Mapping[str, Path]) -> bool:
    calls = (node for node in ast.walk(value) if isinstance(node, ast.Call))
    return any(_path(call.func, theirs) for call in calls)


def _habits(function: ast.FunctionDef) -> Iterator[tuple[int, int, str]]:
    """Where it prints, and what it keeps."""
    for node in ast.walk(function):
        if isinstance(node, ast.Global):
            yield node.lineno, node.col_offset + 1, KEEPS.format(node.names[0])
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "print":
            yield node.lineno, node.col_offset + 1, PRINTS.format(function.name)


def _results(
    function: ast.FunctionDef, kinds: Mapping[str, str]
) -> Iterator[tuple[int, int, str]]:
    """Where it returns nothing, or something of these kinds."""
    name = function.name
    returns = [n for n in ast.walk(function) if isinstance(n, ast.Return) and n.value]
    if not returns and not any(isinstance(n, ast.Raise) for n in ast.walk(function)):
        yield function.lineno, 1, NOTHING.format(name)
    for each in returns:
        value = each.value
        called = ast.unparse(value.func) if isinstance(value, ast.Call) else ""
        if kind := kinds.get(called or type(value).__name__):
            yield each.lineno, each.col_offset + 1, MADE.format(name, kind)
