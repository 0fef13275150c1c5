"""What an adapter calls: a module of a course, in which a student's code is called.

The text of an adapter is its author's, and may be parsed. Which student's function
does the work of one of its own is told by the call that it returns.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from typing import TypeGuard

Path = tuple[str, ...]  # of a function in a student's module: ("Agent", "getAction")


def callees(text: bytes, modules: Collection[str]) -> dict[str, Path]:
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


def needed(text: bytes, modules: Collection[str]) -> list[tuple[str, str]]:
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
