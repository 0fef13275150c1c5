"""Whose part of a program a line is: MAX's, MIN's, or that of both.

A function is MAX's whose name says so (`max_value`), and the branch of a question for
MAX's move; so it is with MIN. `else`, and what follows a branch that returns, is the
other player's.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from autograder.game import MAX, MIN

OTHER = {MAX: MIN, MIN: MAX}
MAXIMIZING = "maximizing"  # a variable that says whose move it is

Regions = dict[int, str]  # the player of an AST node, by its id()


def regions_of(function: ast.FunctionDef) -> Regions:
    """The player in whose part each node of a function stands; others are absent."""
    found: Regions = {}
    named = {MAX, MIN}.intersection(function.name.split("_"))
    _mark_all(function.body, found, named.pop() if len(named) == 1 else "")
    return found


def _mark_all(body: Sequence[ast.stmt], regions: Regions, player: str) -> None:
    for statement in body:
        _mark(statement, regions, player)
        if isinstance(statement, ast.If):
            asked = _asks_for(statement.test)
            if (
                asked
                and not statement.orelse
                and isinstance(statement.body[-1], ast.Return)
            ):
                player = OTHER[asked]


def _mark(node: ast.AST, regions: Regions, player: str) -> None:
    if player:
        regions[id(node)] = player
    asked = _asks_for(node.test) if isinstance(node, ast.If | ast.IfExp) else ""
    for name, value in ast.iter_fields(node):
        inside = {"body": asked, "orelse": OTHER.get(asked, "")}.get(name) or player
        nodes = list(_nodes(value))
        statements = [each for each in nodes if isinstance(each, ast.stmt)]
        if statements:
            _mark_all(statements, regions, inside)
            continue
        for each in nodes:
            _mark(each, regions, inside)


def _nodes(value: object) -> Iterator[ast.AST]:
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, ast.AST):
            yield each


def _asks_for(test: ast.expr) -> str:
    """The player for whose move a test asks, "" if it asks for something else."""
    if isinstance(test, ast.Name):
        return MAX if test.id == MAXIMIZING else ""
    if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Eq):
        (right,) = test.comparators
        if isinstance(right, ast.Constant) and right.value in (MAX, MIN):
            return str(right.value)
    return ""
