"""What may come in place of what goes through records: a tree that is being built.

Each record stands for a state; it has the one above it, those below, and counts. The
families are as those of `expressions` and `statements`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

from autograder.repair.edits import Edit, Pen
from autograder.repair.items import CHILDREN, VISITS, Swaps
from autograder.repair.scope import Scope, called_name, parameters, text_as_operand

ABOVE, SITUATION = re.compile("parent|above"), re.compile("state|board|env|pos|grid")
MOVER = re.compile("player|turn|to_move|mover", re.IGNORECASE)
GAME = re.compile(r"\.(\w+)\.(?:result|playout|to_move)\(")
CREDIT = re.compile(r"(\s+(\w+)\.\w+(?: \+= |\.append\(|\())([a-z]\w*)(\)?)")
EXPLORATION = re.compile(r"^_?c$|^c_|_c$|expl|const|weight|param", re.IGNORECASE)
FACTORS = 0, 5  # between which the constant of UCB1 is


def is_exploration(scope: Scope, node: ast.Constant) -> bool:
    """Whether a number is the constant of UCB1, by its name or by what it stands at."""
    if not FACTORS[0] < node.value < FACTORS[1]:  # type: ignore[operator]
        return False
    above = scope.parent[node][0]
    if isinstance(above, ast.arguments):
        names = [*above.posonlyargs, *above.args]
        pairs = zip(reversed(names), reversed(above.defaults), strict=False)
        return any(value is node and EXPLORATION.search(n.arg) for n, value in pairs)
    if isinstance(above, ast.Assign):
        return bool(EXPLORATION.search(ast.unparse(above.targets[0])))
    is_factor = isinstance(above, ast.BinOp) and isinstance(above.op, ast.Mult)
    beside = ast.unparse(above)
    return is_factor and "log" in beside and not beside.startswith("log")


def above_if_any(scope: Scope, node: ast.Compare) -> Swaps:
    """What is asked of a record is asked of the one above it, where there is one."""
    text = ast.unparse(node.left)
    for each in filter(ABOVE.search, scope.fields):
        for read in _fields_read(scope, node.left):
            base = ast.unparse(read.value)
            if not ABOVE.search(ast.unparse(read)):
                higher = f"{base}.{each}"
                moved = re.sub(
                    rf"\b{re.escape(base)}\.{read.attr}\b",
                    f"{higher}.{read.attr}",
                    text,
                )
                rest = ast.unparse(node)[len(text) :]
                yield node, f"{higher} and {moved}{rest}", "mover", "moved into"


def _fields_read(scope: Scope, node: ast.AST) -> Iterator[ast.Attribute]:
    """The fields of a record that has a name."""
    for each in ast.walk(node):
        is_read = isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name)
        if is_read and each.attr in scope.fields:  # type: ignore[attr-defined]
            yield each  # type: ignore[misc]


def up_to_the_root(scope: Scope, node: ast.While) -> Swaps:
    """A loop that goes up does so for the root, too."""
    for each in _fields_read(scope, node.test):
        if ABOVE.search(each.attr):
            yield each, each.value, "attribute", "root"


def swaps_of_pick_from_sorted(scope: Scope, node: ast.Subscript) -> Swaps:
    """The greatest, or the least, in place of one from the end of a sorted list."""
    del scope
    source = node.value
    if isinstance(source, ast.Call) and called_name(source) == "sorted":
        given = [
            ast.unparse(each)
            for each in (*source.args, *source.keywords)
            if getattr(each, "arg", "") != "reverse"
        ]
        for pick in ("max", "min"):
            yield node, f"{pick}({', '.join(given)})", "order", "picked"


def also_asked(scope: Scope, node: ast.If | ast.While) -> Swaps:
    """A condition on a record asks, too, whether any is below, or was played from."""
    text = (
        text_as_operand(node.test)
        if isinstance(node.test, ast.BoolOp)
        else ast.unparse(node.test)
    )
    records = {
        ast.unparse(each.value)
        for each in ast.walk(node.test)
        if isinstance(each, ast.Attribute)
    }
    fields = [
        each for each in scope.fields if CHILDREN.search(each) or VISITS.search(each)
    ]
    for record in sorted(records - {"self.game", "game"}):
        for each in fields:
            asked = f"{record}.{each}"
            if asked not in text and record.isidentifier():
                yield node.test, f"{text} and {asked}", "logic", "also"


def unless_empty(pen: Pen, node: Any) -> Iterator[Edit]:
    """Where nothing is left to be taken, the function returns what it was given."""
    function = pen.scope.function(node)
    value = getattr(node, "value", None)
    if function is None or not isinstance(node, ast.Assign):
        return
    if isinstance(value, ast.Call) and called_name(value) == "pop":
        source = ast.unparse(value.func).rpartition(".")[0]
        for first in [p for p in parameters(function) if p != "game"][:1]:
            new = f"if not {source}:\n    return {first}"
            yield pen.insert(node, new, "terminal", "empty", first=True)


def otherwise(pen: Pen, node: Any) -> Iterator[Edit]:
    """What is added for one player is taken away for the other."""
    if not isinstance(node, ast.If) or node.orelse or len(node.body) != 1:
        return
    only = node.body[0]
    if isinstance(only, ast.AugAssign) and isinstance(only.op, (ast.Add, ast.Sub)):
        target, value = ast.unparse(only.target), ast.unparse(only.value)
        other = "-" if isinstance(only.op, ast.Add) else "+"
        new = f"{ast.unparse(node)}\nelse:\n    {target} {other}= {value}"
        yield pen.instead(node, new, "missing", "other player")


def edits_that_choose_by_count(pen: Pen, node: Any) -> Iterator[Edit]:
    """What a loop holds against the best so far is how often a child was visited."""
    loop = pen.scope.loop(node)
    if not isinstance(node, ast.If) or not isinstance(loop, ast.For):
        return
    if pen.scope.statement_lines(node)[0].lstrip().startswith("elif "):
        return
    test = node.test
    if isinstance(test, ast.Compare) and isinstance(test.left, ast.Name):
        children = [n.id for n in ast.walk(loop.target) if isinstance(n, ast.Name)]
        for count in filter(VISITS.search, pen.scope.fields):
            for child in children:
                new = f"{test.left.id} = {child}.{count}"
                yield pen.insert(node, new, "index", "most visits", first=True)


def credited(pen: Pen, node: Any) -> Iterator[Edit]:
    """Each record has the payoff of who moved into it, which nothing else turns."""
    if not isinstance(node, ast.FunctionDef):
        return
    rows = pen.scope.statement_lines(node)
    for match in filter(None, map(CREDIT.fullmatch, rows)):
        start, record, value, end = match.groups()
        turn = re.compile(rf"\n(?: +if .*\n)? +{value} = (?:-|1 - ){value}(?=\n|$)")
        for negative in (f"-{value}", f"1 - {value}"):
            for test in _whose_move(pen.scope, record):
                new = f"{start}{value} if {test} else {negative}{end}"
                text = turn.sub("", "\n".join(rows)).replace(match[0], new)
                shown = ast.unparse(node), text
                yield pen.lines(node, node, [text], ("sign", "credited"), *shown)


def _whose_move(scope: Scope, record: str) -> Iterator[str]:
    """How one may ask whether MAX moved into a record."""
    asked = dict.fromkeys(GAME.findall(scope.text))
    games = ["game", *(f"{a}.{b}" for a in ("self", record) for b in asked)]
    for above in filter(ABOVE.search, scope.fields):
        parent = f"{record}.{above}"
        movers = [f"{parent}.{each}" for each in filter(MOVER.search, scope.fields)]
        for state in filter(SITUATION.search, scope.fields):
            movers += [f"{each}.to_move({parent}.{state})" for each in games]
        for mover in dict.fromkeys(movers):
            yield f"{parent} and {mover} == 'max'"
