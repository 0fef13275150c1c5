"""What may come in place of what goes through items: rows, boards, and records.

The families are as those of `expressions`, which asks them about nodes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import permutations

from autograder.repair.scope import Scope, called_name, names_of, text_as_operand

Swap = tuple[ast.AST, "ast.AST | str", str, str]
Swaps = Iterator[Swap]
COPIES = ("list({})", "{}.copy()", "[[*row] for row in {}]")
CHANGING = {"append", "pop", "remove", "insert", "extend", "update", "clear", "sort"}
CHILDREN = re.compile("child|kids")
VISITS = re.compile("visit|playout|simul|count|^_?n$", re.IGNORECASE)


# ── Comprehensions, and what goes through a collection ─────────────────────────────


def filtered(scope: Scope, node: ast.comprehension) -> Swaps:
    """Without a condition, with its opposite, one that others have; each once."""
    yield node.iter, f"set({ast.unparse(node.iter)})", "order", "once"
    for test in node.ifs:
        yield test, "True", "logic", "filter"
        yield test, ast.UnaryOp(ast.Not(), test), "logic", "not"
    within = scope.parent[node][0]
    mine = {ast.unparse(test) for test in node.ifs}
    others = {ast.unparse(test) for test in scope.conditions} - mine
    names = {*scope.names(within), *scope.known_names}
    names |= {n.id for n in ast.walk(node.target) if isinstance(n, ast.Name)}
    target, source = ast.unparse(node.target), ast.unparse(node.iter)
    for text in sorted(others):
        if names_of(text) <= names:
            new = f"[{target} for {target} in {source} if {text}]"
            yield node.iter, new, "logic", "filter"


def transposed(scope: Scope, node: ast.ListComp | ast.GeneratorExp) -> Swaps:
    """Columns in place of rows, or the other way."""
    del scope
    source = node.generators[0].iter
    is_zip = isinstance(source, ast.Call) and called_name(source) == "zip"
    if is_zip and source.args and isinstance(source.args[0], ast.Starred):  # type: ignore[attr-defined]
        yield source, source.args[0].value, "index", "transposed"  # type: ignore[attr-defined]
    elif isinstance(source, ast.Name):
        yield source, f"zip(*{source.id})", "index", "transposed"


def swaps_to_same_place(scope: Scope, node: ast.ListComp | ast.GeneratorExp) -> Swaps:
    """The item of the same place, where it is always that of one place."""
    del scope
    first, text = node.generators[0], ast.unparse(node)
    for each in ast.walk(node.elt):
        if isinstance(each, ast.Subscript) and isinstance(each.slice, ast.Constant):
            whole, loop = ast.unparse(each.value), ast.unparse(first)
            target, source = ast.unparse(first.target), ast.unparse(first.iter)
            pairs = f" for {target}, each in zip({source}, {whole})"
            new = text.replace(loop, pairs).replace(ast.unparse(each), "each")
            yield node, new, "index", "side by side"


def swaps_of_names(scope: Scope, node: ast.ListComp) -> Swaps:
    """Two of the names of a comprehension in place of another: row and column."""
    del scope
    targets = (n for each in node.generators for n in ast.walk(each.target))
    names = [n.id for n in targets if isinstance(n, ast.Name)]
    if isinstance(node.elt, ast.Name):
        for one, other in permutations([n for n in names if n != node.elt.id], 2):
            yield node.elt, f"({one}, {other})", "index", "pair"


def swaps_to_one_by_one(scope: Scope, node: ast.ListComp) -> Swaps:
    """What a function of one's own says of each item is asked when it is needed."""
    calls = (n for n in ast.walk(node.elt) if isinstance(n, ast.Call))
    is_kept = isinstance(scope.parent[node][0], (ast.Assign, ast.For))
    if is_kept and any(called_name(each) in scope.functions for each in calls):
        new = ast.GeneratorExp(node.elt, node.generators)
        yield node, new, "order", "in turn"


def averaged(scope: Scope, node: ast.Call) -> Swaps:
    """The mean in place of a sum, or each part with its weight."""
    del scope
    if called_name(node) != "sum" or not node.args:
        return
    source, text = node.args[0], ast.unparse(node)
    if isinstance(source, (ast.GeneratorExp, ast.ListComp)):
        (first, *_), value = source.generators, ast.unparse(source.elt)
        whole = ast.unparse(first.iter)
        names = (n for n in ast.walk(first.target) if isinstance(n, ast.Name))
        for name in sorted({n.id for n in names} - {value}):
            yield source.elt, f"{name} * ({value})", "mean", "weight"
    else:
        whole = ast.unparse(source)
    yield node, f"{text} / len({whole})", "mean", "divided"


def ties(scope: Scope, node: ast.Call) -> Swaps:
    """The first of those that are equal, in place of the last, or the other way."""
    del scope
    if called_name(node) in ("sorted", "max", "min") and len(node.args) == 1:
        rest = [ast.unparse(each) for each in node.keywords]
        turned = f"reversed(list({ast.unparse(node.args[0])}))"
        new = f"{called_name(node)}({', '.join([turned, *rest])})"
        yield node, new, "order", "ties"


def swaps_to_first_of_equals(scope: Scope, node: ast.Call) -> Swaps:
    """The first in place of one that chance picks."""
    del scope
    if called_name(node) == "choice" and len(node.args) == 1:
        yield node, f"{text_as_operand(node.args[0])}[0]", "order", "first"


def quantified(scope: Scope, node: ast.Call) -> Swaps:
    """All in place of any, or the other way."""
    del scope
    other = {"all": "any", "any": "all"}.get(called_name(node))
    if other is not None and isinstance(node.func, ast.Name):
        yield node.func, other, "logic", "all or any"


def pairs_of_range(scope: Scope, node: ast.comprehension | ast.For) -> Swaps:
    """All pairs of numbers, where a number of one range is taken for a pair."""
    del scope
    source, target = node.iter, node.target
    is_range = isinstance(source, ast.Call) and called_name(source) == "range"
    if is_range and isinstance(target, ast.Tuple) and len(target.elts) == 2:
        text = ast.unparse(source)
        new = f"[(i, j) for i in {text} for j in {text}]"
        yield source, new, "range", "pairs"


def swaps_to_non_empty(scope: Scope, node: ast.If) -> Swaps:
    """What is returned where some are equal is none of those that stand for nothing."""
    first, text = node.body[0], ast.unparse(node.test)
    if not isinstance(first, ast.Return) or not isinstance(first.value, ast.Subscript):
        return
    value = ast.unparse(first.value)
    if value in text and "==" in text and "!=" not in text:
        blanks = sorted(name for name in scope.globals if name.isupper())
        for each in (*blanks, "None", *map(repr, scope.strings)):
            yield node.test, f"({text}) and {value} != {each}", "missing", "empty"


# ── Boards that are changed in place, and records ──────────────────────────────────


def swaps_to_copy(scope: Scope, node: ast.Assign) -> Swaps:
    """A copy, where two names stand for one thing that is then changed."""
    function = scope.function(node)
    value = node.value
    if function is None or not isinstance(value, (ast.Name, ast.Call, ast.Attribute)):
        return
    texts = {ast.unparse(each) for each in node.targets}
    if texts & changed_names(function):
        source: ast.expr = value
        if isinstance(value, ast.Call):
            given = [*value.args, value]
            is_method = isinstance(value.func, ast.Attribute)
            source = value.func.value if is_method else given[0]  # type: ignore[attr-defined]
        for way in COPIES:
            yield value, way.format(ast.unparse(source)), "copy", ""


def swaps_to_row(scope: Scope, node: ast.Call) -> Swaps:
    """A copy of each row, where a list of them is made that is then changed."""
    del scope
    given = ast.unparse(node.args[0]) if len(node.args) == 1 else ""
    if called_name(node) == "append" and given.isidentifier():
        yield node.args[0], f"list({given})", "copy", ""


def changed_names(function: ast.AST) -> set[str]:
    """What a function changes in place: by an index, or by a method that does."""
    found = set()
    for node in ast.walk(function):
        base: ast.AST | None = None
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            base = node.value
        elif isinstance(node, ast.Call) and called_name(node) in CHANGING:
            base = getattr(node.func, "value", None)
        while isinstance(base, ast.Subscript):
            base = base.value
        found |= set() if base is None else {ast.unparse(base)}
    return found


def part_of_record(scope: Scope, node: ast.Attribute) -> Swaps:
    """Another field of a record, or that of the record above it."""
    fields = scope.fields
    if node.attr not in fields or not isinstance(node.ctx, ast.Load):
        return
    base = ast.unparse(node.value)
    for each in fields:
        if each != node.attr and fields[each] == fields[node.attr]:
            yield node, f"{base}.{each}", "attribute", ""
        if "parent" in each and each != node.attr and base != "self":
            yield node, f"{base}.{each}.{node.attr}", "attribute", "above"
            above = f"({base}.{each} or {base}).{node.attr}"
            yield node, above, "attribute", "above or itself"
    for count in filter(VISITS.search, fields):
        yield node, f"{base}.{node.attr} / {base}.{count}", "mean", "of a record"
    if isinstance(node.value, ast.Attribute):
        yield node, f"{ast.unparse(node.value.value)}.{node.attr}", "attribute", "above"


def most_visited(scope: Scope, node: ast.Call) -> Swaps:
    """The child of most visits, in place of what a function of one's own chooses."""
    if called_name(node) not in scope.functions or scope.loop(node):
        return
    base = node.func.value if isinstance(node.func, ast.Attribute) else None
    given = [text_as_operand(each) for each in ([base] if base else []) + node.args]
    below = [each for each in scope.fields if CHILDREN.search(each)]
    counts = [each for each in scope.fields if VISITS.search(each)]
    for children in below:
        for parent in (*given, "self.root"):
            for all_of in (f"{parent}.{children}", f"{parent}.{children}.values()"):
                for count in counts:
                    new = f"max({all_of}, key=lambda child: child.{count})"
                    yield node, new, "index", "most visits"
