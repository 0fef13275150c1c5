"""Whether a module can keep anything between calls, or draw lots: told from its text.

Where it has no place for a table and leaves nothing to chance, a call does the same
whatever was called before. Said of a module only where all of its text is of a known
kind: who means to deceive gains nothing by it, and is told less.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

OF_NUMBERS = {"math"}  # whatever is taken of it
OF_TYPES = {"autograder.game", "collections.abc", "typing"}  # types alone
FORBIDDEN = {  # names by which state, or chance, can be had after all
    *("compile", "delattr", "eval", "exec", "frozenset", "getattr", "globals", "hash"),
    *("id", "input", "locals", "object", "open", "set", "setattr", "type", "vars"),
}
NOT_KNOWN = (  # what a function may hold that can reach beyond the call
    *(ast.AsyncFunctionDef, ast.Await, ast.ClassDef, ast.Delete, ast.Global),
    *(ast.Nonlocal, ast.Set, ast.SetComp, ast.Yield, ast.YieldFrom),
)
CONSTANT = (ast.Constant, ast.Name, ast.Attribute, ast.UnaryOp, ast.unaryop, ast.Load)
MADE_OF_TEXT = {"float", "int"}  # what may be called where the module is imported
TRUSTED = {*MADE_OF_TEXT, "TYPE_CHECKING", "__name__"}  # names that stay what they are


def is_stateless(source: bytes) -> bool:
    """Whether nothing of a call can be seen by a later one; False where unknown."""
    module = ast.parse(source)
    return all(map(_is_harmless, module.body)) and not any(
        map(_reaches_beyond, ast.walk(module))
    )


def _is_harmless(statement: ast.stmt) -> bool:
    """Whether a statement of the module itself makes nothing that can change."""
    if isinstance(statement, (ast.FunctionDef, ast.Import, ast.ImportFrom)):
        return True  # what is imported is looked at wherever that stands
    if isinstance(statement, (ast.Assign, ast.AnnAssign)):
        return statement.value is None or _is_constant(statement.value)
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    return isinstance(statement, ast.If) and _is_never(statement.test)


def _is_never(test: ast.expr) -> bool:
    """Whether it asks if the module is run as a program, or read for its types."""
    if isinstance(test, ast.Name):
        return test.id == "TYPE_CHECKING"
    if not (isinstance(test, ast.Compare) and isinstance(test.left, ast.Name)):
        return False
    other = test.comparators[0]
    asks = len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq)
    main = isinstance(other, ast.Constant) and other.value == "__main__"
    return asks and main and test.left.id == "__name__"


def _is_constant(value: ast.expr) -> bool:
    """Whether a value is a number or a text, or has the name of one."""
    if isinstance(value, ast.Call):
        called = value.func
        of_text = isinstance(called, ast.Name) and called.id in MADE_OF_TEXT
        return of_text and all(map(_is_constant, value.args)) and not value.keywords
    return all(isinstance(part, CONSTANT) for part in ast.walk(value))


def _reaches_beyond(node: ast.AST) -> bool:
    """Whether a part of a module may see what was before its call, or leave a trace."""
    judge = JUDGES.get(type(node))
    return isinstance(node, NOT_KNOWN) if judge is None else judge(node)


def _function(node: ast.FunctionDef) -> bool:
    return bool(node.decorator_list) or node.name in TRUSTED


def _arguments(node: ast.arguments) -> bool:
    given = (*node.defaults, *filter(None, node.kw_defaults))
    return not all(map(_is_constant, given))


def _attribute(node: ast.Attribute) -> bool:
    of_module = isinstance(node.value, ast.Attribute)  # of what that has imported
    return node.attr[0] == "_" or of_module or not isinstance(node.ctx, ast.Load)


def _name(node: ast.Name) -> bool:
    rebound = node.id in TRUSTED and not isinstance(node.ctx, ast.Load)
    hidden = node.id[:2] == "__" and node.id not in TRUSTED
    return node.id in FORBIDDEN or rebound or hidden


def _import(node: ast.Import) -> bool:
    return not OF_NUMBERS.issuperset(alias.name for alias in node.names)


def _import_from(node: ast.ImportFrom) -> bool:
    if node.level == 0 and node.module in {*OF_NUMBERS, "__future__"}:
        return False
    types = all(alias.name[0].isupper() for alias in node.names)  # by their names
    return node.level > 0 or node.module not in OF_TYPES or not types


def _alias(node: ast.alias) -> bool:
    return node.asname in TRUSTED


JUDGES: dict[type[ast.AST], Callable[[Any], bool]] = {
    ast.FunctionDef: _function,
    ast.arguments: _arguments,
    ast.Attribute: _attribute,
    ast.Name: _name,
    ast.Import: _import,
    ast.ImportFrom: _import_from,
    ast.alias: _alias,
}
