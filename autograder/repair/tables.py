"""Edits of a search with bounds that keeps in a table what it has found.

What was cut off is only a bound: which one goes by the window with which a call began,
and not by the bounds as the loop has raised them.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from autograder.repair.edits import Edit, Pen
from autograder.repair.scope import (
    BOUND,
    LOOPS,
    LOW,
    NUMBER,
    Scope,
    called_name,
    is_stored,
    names_in,
    parameters,
)


@dataclass(frozen=True)
class Searching:
    """A function with a window and a loop, as its lines stand."""

    node: ast.FunctionDef
    rows: Sequence[str]
    bounds: tuple[str, str]  # the lower one first
    loop: ast.stmt  # the first of its statements that has one
    begins: int  # the line of the first loop
    stored: frozenset[str]  # names that it assigns to

    @property
    def narrows(self) -> bool:
        """Whether it changes its bounds."""
        return not self.stored.isdisjoint(self.bounds)

    @property
    def first_bounds(self) -> tuple[str, str]:
        """The names of the bounds with which a call began."""
        low, high = self.bounds
        return (f"first_{low}", f"first_{high}") if self.narrows else (low, high)

    def row(self, statement: Any) -> int:
        """The place of a statement among the lines."""
        return int(statement.lineno - self.node.lineno)

    def with_first_bounds(self, rows: Sequence[str], before: Any) -> list[str]:
        """The lines with one more, which keeps the bounds before a statement."""
        at, indent = self.row(before), " " * before.col_offset
        new = f"{indent}{', '.join(self.first_bounds)} = ({', '.join(self.bounds)})"
        return [*rows[:at], *([new] if self.narrows else []), *rows[at:]]


def _searching(scope: Scope, node: Any) -> Searching | None:
    if not isinstance(node, ast.FunctionDef) or node.decorator_list:
        return None
    bounds = [name for name in parameters(node) if BOUND.match(name)]
    bounds.sort(key=lambda name: not LOW.match(name))
    loops = [n.lineno for n in ast.walk(node) if isinstance(n, LOOPS)]
    if len(bounds) != 2 or not loops:
        return None
    begins = min(loops)
    around = [n for n in node.body if n.lineno <= begins]
    names = (n for n in ast.walk(node) if isinstance(n, ast.Name) and is_stored(n))
    stored = frozenset(name.id for name in names)
    rows = scope.statement_lines(node)
    return Searching(
        node=node,
        rows=rows,
        bounds=(bounds[0], bounds[1]),
        loop=around[-1],
        begins=begins,
        stored=stored,
    )


def edits_that_keep_exact_values(pen: Pen, node: Any) -> Iterator[Edit]:
    """Values within the window alone are kept; those of ended games as now, or not."""
    search = _searching(pen.scope, node)
    if search is None:
        return
    rows, (low, high) = [*search.rows], search.first_bounds
    less, guarded = [*rows], False
    numbers = pen.scope.names(node, NUMBER)
    for each in ast.walk(node):
        if not _puts_into_table(pen.scope, each):
            continue
        at, indent = search.row(each), " " * each.col_offset  # type: ignore[attr-defined]
        value = _name_of_value(search, each, numbers)
        if each.lineno < search.begins:  # type: ignore[attr-defined]
            less[at] = f"{indent}pass"
        elif value:
            test = f"{indent}if {low} < {value} < {high}:\n"
            rows[at] = less[at] = test + textwrap.indent(rows[at], "    ")
            guarded = True
    for number, way in enumerate((rows, less) if guarded else ()):
        shown = "", f"only exact values are kept{', of searches alone' * number}"
        new = search.with_first_bounds(way, node.body[0])
        yield pen.lines(node, node, new, ("kept", "exact"), *shown)


def edits_that_ask_of_first_window(pen: Pen, node: Any) -> Iterator[Edit]:
    """Behind the loop a value is held against the bounds with which the call began.

    That is before a table narrows them, or after.
    """
    search = _searching(pen.scope, node)
    if search is None or not search.narrows:
        return
    behind = search.row(search.loop) + search.loop.end_lineno - search.loop.lineno + 1  # type: ignore[operator]
    names = dict(zip(search.bounds, search.first_bounds, strict=True))
    word = re.compile(rf"\b({'|'.join(map(re.escape, search.bounds))})\b")
    rows = [
        row
        if at < behind or row.lstrip().startswith("return")
        else word.sub(lambda match: names[match[0]], row)
        for at, row in enumerate(search.rows)
    ]
    for at in (node.body[0], search.loop) if rows != [*search.rows] else ():
        shown = "", f"asked of the first bounds, from {type(at).__name__}"
        yield pen.lines(
            node, node, search.with_first_bounds(rows, at), ("bound", "first"), *shown
        )


def _name_of_value(
    search: Searching, keeping: ast.AST, numbers: Collection[str]
) -> str | None:
    """Which of the names that are kept has the value: a number, or what is returned."""
    kept = keeping.value if isinstance(keeping, ast.Assign) else keeping
    names = [n.id for n in ast.walk(kept) if isinstance(n, ast.Name)]
    returns = (n for n in ast.walk(search.node) if isinstance(n, ast.Return))
    returned = {*chain.from_iterable(map(names_in, map(ast.unparse, returns)))}
    for likely in ({*numbers} & returned, {*numbers}, returned):
        for name in names:
            if name in likely & search.stored - {*search.bounds}:
                return name
    return None


def _puts_into_table(scope: Scope, node: Any) -> bool:
    """Whether a statement keeps something under a key, or lets a function do so.

    Under that a key is looked for in the same function, or the function is another.
    """
    if isinstance(node, ast.Assign):
        target, text = node.targets[0], ast.unparse(scope.function(node) or node)
        table = ast.unparse(getattr(target, "value", target))
        looked_up = (
            rf"(?:\bin |\breturn |= ){re.escape(table)}\b|{re.escape(table)}\.get\("
        )
        return isinstance(target, ast.Subscript) and bool(re.search(looked_up, text))
    call = node.value if isinstance(node, ast.Expr) else None
    own = scope.functions.get(called_name(call)) if isinstance(call, ast.Call) else None
    return own is not None and any(map(_is_put_under_key, own.body))


def _is_put_under_key(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript)
