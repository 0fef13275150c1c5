"""What may come in place of a statement, or beside it: families of edits.

Each function is given the pen of a module and a statement, and yields edits. A cut and
a bound go behind each statement of a loop that searches, the test for the end before
the first statement of a function.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

from autograder.repair.edits import INF, INFINITE, PART, PLAIN, SIMPLE, Edit, Pen
from autograder.repair.items import COPIES, changed_names
from autograder.repair.movers import edits_for_same_mover
from autograder.repair.records import (
    credited,
    edits_that_choose_by_count,
    otherwise,
    unless_empty,
)
from autograder.repair.scope import (
    ACTION,
    BOUND,
    DEPTH,
    LOOPS,
    LOW,
    NUMBER,
    STATE,
    UNKNOWN,
    Scope,
    called_name,
    is_stored,
    names_of,
    parameters,
)
from autograder.repair.tables import (
    edits_that_ask_of_first_window,
    edits_that_keep_exact_values,
)

Edits = Iterator[Edit]
LARGE = re.compile(rf"-?(?:{INFINITE}|\b\d\d+\b)")
OTHERS = {
    "max": "min",
    "min": "max",
    "alpha": "beta",
    "beta": "alpha",
    "<": ">",
    ">": "<",
    "True": "False",
    "False": "True",
}
WINDOW_TURNED = (  # what is handed on stays in the order of alpha and beta
    (re.compile(r"(?<!min\()(?<!max\()\b(\w+), alpha\)"), r"alpha, \1)"),
    (re.compile(r"(?<!min\()(?<!max\()\bbeta, (?!beta)(\w+)\)"), r"\1, beta)"),
)
GIVEN_SIGN = re.compile(
    r"(?:(?<=\()|(?<=, ))(?:-(1)|1)(?=[,)])"
)  # that a call is given
FAR = 4  # statements over which another one moves
MOST_VALUES = 4  # names of values that a cut may go by
PYTHONS_OWN = ("max", "min", "sum", "len", "list")
MODULES = frozenset(
    [
        "math",
        "functools",
        "itertools",
        "collections",
        "typing",
        "random",
        "heapq",
        "copy",
        "operator",
    ]
)


# ── One statement in place of another ──────────────────────────────────────────────


def return_(pen: Pen, node: Any) -> Edits:
    """Another of the function's returns, or a value where there is none."""
    function = pen.scope.function(node)
    if not isinstance(node, ast.Return) or function is None:
        return
    returns = [n for n in ast.walk(function) if isinstance(n, ast.Return)]
    others = {ast.unparse(each) for each in returns}
    if node.value is None:
        others |= {f"return {name}" for name in pen.scope.names(node)}
    worths = [] if node.value is None else [ast.unparse(node.value)]
    if worths in ([], ["None"]):
        game = pen.scope.game_expression(node) or "game"
        worths = [f"{game}.utility({s})" for s in pen.scope.names(node, STATE)]
        for worth in worths:
            yield pen.instead(node, f"return {worth}", "return", "payoff")
    are_pairs = any(isinstance(each.value, ast.Tuple) for each in returns)
    if are_pairs and not isinstance(node.value, ast.Tuple):
        for worth in worths:
            yield pen.instead(node, f"return {worth}, None", "return", f"{PART} 0")
            yield pen.instead(node, f"return None, {worth}", "return", f"{PART} 1")
    for each in sorted(others - {ast.unparse(node)}):
        yield pen.instead(node, each, "return", "value")


def edits_that_return(pen: Pen, node: Any) -> Edits:
    """A value that is worked out and thrown away, or printed, is returned."""
    if not isinstance(node, ast.Expr):
        return
    value, text = node.value, ast.unparse(node)
    if isinstance(value, (ast.Call, ast.BinOp, ast.Name)):
        yield pen.instead(node, f"return {text}", "return", "forgotten")
    if isinstance(value, ast.Call) and called_name(value) == "print":
        for each in value.args:
            yield pen.instead(node, f"return {ast.unparse(each)}", "return", "printed")


def best_kept(pen: Pen, node: Any) -> Edits:
    """The action of the best child is kept, where that of the last one is returned."""
    scope = pen.scope
    if not isinstance(node, ast.Return) or node.value is None:
        return
    block, index = _block(scope, node)
    loop = block[index - 1] if index else None
    if not isinstance(loop, ast.For) or not isinstance(loop.target, ast.Name):
        return
    last = rf"\b{loop.target.id}\b"
    if not re.search(last, ast.unparse(node.value)):
        return
    returned = re.sub(last, "kept", ast.unparse(node))
    for each in (n for n in ast.walk(loop) if isinstance(n, ast.Assign)):
        best, pick = ast.unparse(each.targets[0]), each.value
        if not isinstance(pick, ast.Call) or called_name(pick) not in ("max", "min"):
            continue
        others = [text for text in map(ast.unparse, pick.args) if text != best]
        if len(others) == 1 and len(pick.args) == 2:
            test = (
                f"if {others[0]} {'>' if called_name(pick) == 'max' else '<'} {best}:"
            )
            both = f"{best}, kept = ({others[0]}, {loop.target.id})"
            new = textwrap.indent(f"{test}\n    {both}", " " * each.col_offset)
            at, rows = each.lineno - loop.lineno, scope.statement_lines(loop)
            rows = [*rows[:at], new, *rows[at + 1 :], " " * node.col_offset + returned]
            shown = f"{loop.target.id}, the last", f"kept with {best}"
            yield pen.lines(loop, node, rows, ("return", "best"), *shown, node=node)


def added_up(pen: Pen, node: Any) -> Edits:
    """A sum in place of the last value, or another way to go on with it."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and pen.scope.loop(node):
        target = node.targets[0]
        own = ast.unparse(target)
        read = (n for n in ast.walk(node.value) if isinstance(n, type(target)))
        goes_on = any(ast.unparse(each) == own for each in read)
        if not goes_on and not isinstance(target, (ast.Tuple, ast.List)):
            new = f"{own} += {ast.unparse(node.value)}"
            yield pen.instead(node, new, "accumulate", "sum")
    if isinstance(node, ast.AugAssign):
        for operator in ("=", "+=", "-=", "*="):
            new = f"{ast.unparse(node.target)} {operator} {ast.unparse(node.value)}"
            if new != ast.unparse(node):
                yield pen.instead(node, new, "arithmetic", "sum")


def edits_to_all_places(pen: Pen, node: Any) -> Edits:
    """All places at which a value stands, where the first alone is found."""
    value = getattr(node, "value", None)
    if not isinstance(value, ast.Call) or called_name(value) != "append":
        return
    for each in ast.walk(value.args[0]) if value.args else ():
        if isinstance(each, ast.Call) and called_name(each) == "index" and each.args:
            source = ast.unparse(each.func).rpartition(".")[0]
            item = ast.unparse(value.args[0]).replace(ast.unparse(each), "place")
            among = f"enumerate({source}) if each == {ast.unparse(each.args[0])}"
            new = f"{item} for place, each in {among}"
            base = ast.unparse(value.func).rpartition(".")[0]
            yield pen.instead(node, f"{base}.extend({new})", "index", "all places")


def jump(pen: Pen, node: Any) -> Edits:
    """The loop ends where it goes on, or the other way round; a counter moves."""
    if isinstance(node, (ast.Break, ast.Continue)):
        new = "continue" if isinstance(node, ast.Break) else "break"
        yield pen.instead(node, new, "jump")
    if isinstance(node, ast.While) and isinstance(node.test, ast.Compare):
        counter = ast.unparse(node.test.left)
        yield pen.insert(node.body[-1], f"{counter} += 1", "jump", "counts")


def edits_that_ask_apart(pen: Pen, node: Any) -> Edits:
    """What is asked only where another condition fails is asked whatever that is."""
    chain, rest = [], node
    while isinstance(rest, ast.If):
        chain.append(rest)
        rest = rest.orelse[0] if len(rest.orelse) == 1 else None
    if not isinstance(node, ast.If) or len(chain) < 2 or chain[-1].orelse:
        return
    each_alone = [ast.unparse(ast.If(n.test, n.body, [])) for n in chain]
    ways = ["\n".join(each_alone), f"{each_alone[0]}\n{ast.unparse(chain[1])}"]
    for new in dict.fromkeys(ways):
        yield pen.instead(node, new, "logic", "apart")


def edits_that_go_on(pen: Pen, node: Any) -> Edits:
    """What one branch returns from a loop goes where the other branch puts it."""
    if not isinstance(node, ast.If) or not pen.scope.loop(node):
        return
    for one, other in ((node.body, node.orelse), (node.orelse, node.body)):
        if len(one) != 1 or len(other) != 1:
            continue
        ended, kept = one[0], other[0]
        if isinstance(ended, ast.Return) and isinstance(kept, ast.Assign):
            value = ended.value
            is_pair = isinstance(value, (ast.Tuple, ast.List))
            parts = value.elts if is_pair else filter(None, [value])  # type: ignore[union-attr]
            for each in parts:
                if isinstance(each, ast.Starred):
                    continue
                new = f"{ast.unparse(kept.targets[0])} = {ast.unparse(each)}"
                yield pen.instead(ended, new, "return", "goes on")


def mirror(pen: Pen, node: Any) -> Edits:
    """The statement as the other player needs it."""
    if isinstance(node, (ast.If, ast.Assign, ast.Return)):
        text = ast.unparse(node)
        other = text_for_other_player(text, pen.scope)
        if other != text:
            yield pen.instead(node, other, "mover", "mirrored")


def other_bound(pen: Pen, node: Any) -> Edits:
    """The statement with one bound for the other, wherever that stands in it."""
    if not isinstance(node, (ast.Assign, ast.If)):
        return
    text = ast.unparse(node)
    bounds = [n for n in pen.scope.names(node, NUMBER) if BOUND.match(n)][:2]
    used = [name for name in bounds if re.search(rf"\b{name}\b", text)]
    if len(bounds) == 2 and len(used) == 1:
        other = bounds[used == bounds[:1]]
        new = re.sub(rf"\b{used[0]}\b", other, text)
        yield pen.instead(node, new, "bound", "exchanged")


def edits_to_twin(pen: Pen, node: Any) -> Edits:
    """A function, or a branch, does for one player what its twin does for the other."""
    scope = pen.scope
    if isinstance(node, ast.FunctionDef):
        twin = scope.functions.get(text_for_other_player(node.name, scope))
        if twin is None or twin is node:
            return
        pairs: list[tuple[Any, Any]] = [(node.body, twin.body)]
    elif isinstance(node, ast.If) and node.orelse:
        pairs = [(node.body, node.orelse), (node.orelse, node.body)]
    else:
        return
    for mine, theirs in pairs:
        text = _with_names_of(mine, theirs)
        flags = re.sub(r"\b(True|False)\b", lambda m: OTHERS[m[0]], text)
        for new in dict.fromkeys((text, flags)):
            rows = textwrap.indent(
                text_for_other_player(new, scope), " " * mine[0].col_offset
            )
            kind = "mover", "as the twin"
            shown = "\n".join(map(ast.unparse, mine)), text
            if mine[0].lineno > node.lineno and not (
                len(mine) == 1
                and scope.statement_lines(mine[0])[0].lstrip().startswith("elif ")
            ):
                yield pen.lines(mine[0], mine[-1], rows.split("\n"), kind, *shown)


def _with_names_of(mine: Sequence[ast.stmt], theirs: Sequence[ast.stmt]) -> str:
    """The text of statements with the variables that others assign to, in one order."""
    own, other = ([*_stored_names(each)] for each in (mine, theirs))
    names = dict(zip(other, own, strict=True)) if len(own) == len(other) else {}
    text = "\n".join(map(ast.unparse, theirs))
    return re.sub(r"\b[A-Za-z_]\w*", lambda m: names.get(m[0], m[0]), text)


def _stored_names(branch: Sequence[ast.stmt]) -> dict[str, None]:
    nodes = chain.from_iterable(map(ast.walk, branch))
    stored = (n for n in nodes if isinstance(n, ast.Name) and is_stored(n))
    return dict.fromkeys(
        n.id for n in sorted(stored, key=lambda n: (n.lineno, n.col_offset))
    )


def text_for_other_player(text: str, scope: Scope) -> str:
    """The same for the other player: max and min, < and >, alpha and beta, ∞ and -∞."""

    def other(match: re.Match[str]) -> str:
        word = match[0]
        if word in OTHERS and word not in ("True", "False"):
            return OTHERS[word]
        name = re.sub("max|min", lambda m: OTHERS[m[0]], word)
        return name if name in scope.functions else word

    def opposite(match: re.Match[str]) -> str:
        return match[0][1:] if match[0][0] == "-" else f"-{match[0]}"

    rows = []
    for row in text.replace("float('-inf')", f"-{INF}").split("\n"):
        if "alpha, beta = " not in row:  # a pair of bounds has its own infinities
            row = re.sub(r"\w+|[<>]", other, LARGE.sub(opposite, row))  # noqa: PLW2901
        rows.append(row)
    mirrored = "\n".join(rows).replace("--", "")
    for way, order in WINDOW_TURNED:
        mirrored = way.sub(order, mirrored)
    return mirrored


# ── Loops that search: cuts and bounds ─────────────────────────────────────────────


def cuts(pen: Pen, node: Any) -> Edits:
    """Cuts and bounds behind each statement of a loop that searches."""
    scope = pen.scope
    function = scope.function(node)
    if not isinstance(node, LOOPS) or function is None:
        return
    calls = (n for n in ast.walk(node) if isinstance(n, ast.Call))
    if not {called_name(call) for call in calls} & scope.functions.keys():
        return
    bounds = [name for name in scope.names(node, NUMBER) if BOUND.match(name)]
    low = [name for name in bounds if LOW.match(name)][:1]
    high = [name for name in bounds if not LOW.match(name)][:1]
    last = function.body[-1]
    leaves = ["break", *([ast.unparse(last)] if isinstance(last, ast.Return) else [])]
    for anchor in _anchors(scope, node):
        for value in _values(scope, node):
            tests = [f"{value} >= {bound}" for bound in high if bound != value]
            tests += [f"{value} <= {bound}" for bound in low if bound != value]
            tests += [f"{a} >= {b}" for a in low for b in high]
            for test in tests:
                for leave in dict.fromkeys((*leaves, f"return {value}")):
                    role = leave.partition(" ")[0]
                    yield pen.insert(anchor, f"if {test}:\n    {leave}", "cut", role)
            for pick, side in (("max", low), ("min", high)):
                for bound in side:
                    new = f"{bound} = {pick}({bound}, {value})"
                    if bound != value:
                        yield pen.insert(anchor, new, "bound", pick)


def _anchors(scope: Scope, loop: ast.For | ast.While) -> list[ast.stmt]:
    """The statements of a loop itself behind which one may stand."""
    assigning = SIMPLE[:4]
    inside = (n for n in ast.walk(loop) if isinstance(n, assigning))
    found = [n for n in inside if scope.loop(n) is loop]
    return [*found, *[n for n in loop.body if isinstance(n, ast.If)][-1:]]


def _values(scope: Scope, loop: ast.For | ast.While) -> list[str]:
    """The names in which a loop may hold what its children are worth."""
    target = getattr(loop, "target", loop)
    names = [n for n in ast.walk(loop) if isinstance(n, ast.Name) and is_stored(n)]
    own = {n.id for n in ast.walk(target) if isinstance(n, ast.Name)}
    if isinstance(loop, ast.While):
        own = set()
    numbers = scope.names(loop, NUMBER, UNKNOWN)
    values = [n.id for n in names if n.id not in own and n.id in numbers]
    return [*dict.fromkeys(values)][:MOST_VALUES]


# ── Functions: the end of the game, returns, what is kept ──────────────────────────


def terminal(pen: Pen, node: Any) -> Edits:
    """A test for the end of the game comes first."""
    if not isinstance(node, ast.FunctionDef):
        return
    scope = pen.scope
    names = scope.names(node)
    conditions = [n for n in scope.nodes if isinstance(n, ast.If)]
    ends = [
        f"if {ast.unparse(n.test)}:\n    {ast.unparse(n.body[0])}"
        for n in conditions
        if isinstance(n.body[0], ast.Return) and "terminal" in ast.unparse(n.test)
    ]
    game = scope.game_expression(node)
    states = [*scope.names(node, STATE)] if game else []
    ends += [
        f"if {game}.is_terminal({s}):\n    return {game}.utility({s})" for s in states
    ]
    for state in states[:1]:
        for depth in filter(DEPTH.search, names):
            new = f"if {depth} == 0:\n    return {game}.evaluate({state})"
            ends.append(new)
    for each in dict.fromkeys(ends):
        words = (n for n in ast.walk(ast.parse(each)) if isinstance(n, ast.Name))
        if {n.id for n in words} <= {*names, *scope.known_names}:
            yield pen.insert(node.body[0], each, "terminal", first=True)


def edits_that_end_with_return(pen: Pen, node: Any) -> Edits:
    """A function that ends without a return returns one of its names."""
    if not isinstance(node, ast.FunctionDef) or isinstance(node.body[-1], ast.Return):
        return
    given = {a.arg for a in node.args.args}
    for name in pen.scope.names(node, UNKNOWN, NUMBER, ACTION):
        if name not in given:
            yield pen.insert(node.body[-1], f"return {name}", "return", "forgotten")


def edits_that_reset_state(pen: Pen, node: Any) -> Edits:
    """What a call leaves behind for the next is made anew."""
    if not isinstance(node, ast.FunctionDef):
        return
    pairs = zip(reversed(node.args.args), reversed(node.args.defaults), strict=False)
    for argument, default in pairs:
        if isinstance(default, (ast.List, ast.Dict, ast.Set, ast.Call)):
            new = f"{argument.arg} = {ast.unparse(default)}"
            yield pen.insert(node.body[0], new, "kept", "default", first=True)
    begun = {
        ast.unparse(each.targets[0]): ast.unparse(each)
        for each in pen.scope.tree.body
        if isinstance(each, ast.Assign)
    }
    for each in node.body:
        for name in each.names if isinstance(each, ast.Global) else ():
            if name in begun:
                yield pen.instead(each, begun[name], "kept", "global")
                yield pen.insert(each, begun[name], "kept", "global")
    yield from _begun_anew(pen, node)
    for decorator in node.decorator_list:
        shown = f"@{ast.unparse(decorator)}", ""
        rows = pen.scope.statement_lines(node)
        yield pen.lines(node, node, rows, ("kept", "cache"), *shown)


def _begun_anew(pen: Pen, node: ast.FunctionDef) -> Edits:
    """What stands in the module, or in the class, is made anew in the function."""
    above = pen.scope.parent[node][0]
    is_first = node.name == "__init__"
    own = "self." if is_first else ""
    around = above.body if is_first else pen.scope.tree.body
    read = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    for each in around:
        target, value = name_and_first_value(each)
        if isinstance(value, (ast.List, ast.Dict, ast.Set, ast.Call, ast.ListComp)):
            anew = f"{own}{target} = {ast.unparse(value)}"
            if is_first or target in read:
                yield pen.insert(node.body[0], anew, "kept", "begun", first=True)
            if not is_first and not isinstance(value, ast.ListComp):
                clear = f"{target}.clear()"
                yield pen.insert(node.body[0], clear, "kept", "begun", first=True)


def edits_that_make_local(pen: Pen, node: Any) -> Edits:
    """What a call keeps in its object, where it calls itself again, is its own."""
    if not isinstance(node, ast.FunctionDef) or node.decorator_list:
        return
    calls = [n for n in ast.walk(node) if isinstance(n, ast.Call)]
    if node.name not in map(called_name, calls):
        return
    stored = {
        n.attr
        for n in ast.walk(node)
        if isinstance(n, ast.Attribute)
        and isinstance(n.ctx, ast.Store)
        and ast.unparse(n.value) == "self"
    }
    for names in dict.fromkeys((*sorted(stored), "|".join(sorted(stored)))):
        own = rf"\bself\.({names})\b(?!\()"
        rows = [re.sub(own, r"\1", row) for row in pen.scope.statement_lines(node)]
        kind = "kept", "of the call" if names in stored else "all of the call"
        yield pen.lines(node, node, rows, kind, f"self.{names}", names)


def name_and_first_value(node: ast.AST) -> tuple[str, ast.expr | None]:
    """The one name that a statement assigns to, and what it is then."""
    if isinstance(node, ast.AnnAssign):
        return ast.unparse(node.target), node.value
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id, node.value
    return "", None


def copied_first(pen: Pen, node: Any) -> Edits:
    """A parameter that the function changes in place is copied before."""
    if not isinstance(node, ast.FunctionDef):
        return
    for name in parameters(node):
        if name in changed_names(node):
            for way in COPIES:
                new = f"{name} = {way.format(name)}"
                yield pen.insert(node.body[0], new, "copy", "first", first=True)


def of_its_actions(pen: Pen, node: Any) -> Edits:
    """What is none of a game's actions is refused; where it is over there is none.

    It is over where another function finds something, as who has won.
    """
    if not isinstance(node, ast.FunctionDef):
        return
    given, functions = parameters(node), pen.scope.functions
    if len(given) == 2 and "actions" in functions and node.name == "result":
        new = f"if {given[1]} not in actions({given[0]}):\n    raise ValueError"
        yield pen.insert(node.body[0], new, "missing", "refuses", first=True)
    if len(given) == 1 and "is_terminal" in functions and node.name == "actions":
        new = f"if is_terminal({given[0]}):\n    return []"
        yield pen.insert(node.body[0], new, "terminal", "no action", first=True)
    if len(given) == 1 and node.name == "is_terminal":
        others = (n for n, each in functions.items() if len(parameters(each)) == 1)
        for name in others:
            new = f"if {name}({given[0]}):\n    return True"
            yield pen.insert(node.body[0], new, "terminal", "won", first=True)


def not_by_zero(pen: Pen, node: Any) -> Edits:
    """A function that divides says first what is right where that would be by zero."""
    if not isinstance(node, ast.FunctionDef):
        return
    over = (n for n in ast.walk(node) if isinstance(n, ast.BinOp))
    under = (n.right for n in over if isinstance(n.op, (ast.Div, ast.FloorDiv)))
    given = {*parameters(node)}
    for text in sorted({ast.unparse(each) for each in under}):
        if names_of(text) <= given:
            for value in (INF, "0", "None"):
                new = f"if not {text}:\n    return {value}"
                yield pen.insert(node.body[0], new, "terminal", "zero", first=True)


def counted(pen: Pen, node: Any) -> Edits:
    """A field beside the one that changes is counted; a payoff turns on its way up."""
    if not isinstance(node, ast.AugAssign):
        return
    if isinstance(node.target, ast.Attribute):
        base = ast.unparse(node.target.value)
        for each in pen.scope.fields:
            if each != node.target.attr:
                yield pen.insert(node, f"{base}.{each} += 1", "accumulate", "count")
    loop = pen.scope.loop(node)
    if loop is not None:
        yield pen.insert(loop, ast.unparse(node), "accumulate", "count")
    name = node.value.operand if isinstance(node.value, ast.UnaryOp) else node.value
    if isinstance(name, ast.Name) and loop is not None:
        new = f"{name.id} = -{name.id}"
        yield pen.insert(node, new, "sign", "turns")
        yield pen.insert(node, new, "sign", "turns", first=True)


def edits_of_shadowing_name(pen: Pen, node: Any) -> Edits:
    """A variable that has the name of a function of Python has another."""
    if not isinstance(node, ast.FunctionDef) or node.decorator_list:
        return
    for name in PYTHONS_OWN:
        if name in pen.scope.kinds[node.name, node.lineno]:
            rows = pen.scope.statement_lines(node)
            new = [re.sub(rf"\b{name}\b(?!\()", f"{name}_", row) for row in rows]
            yield pen.lines(node, node, new, ("shadow", ""), name, f"{name}_")


def for_both(pen: Pen, node: Any) -> Edits:
    """A function that serves one player alone does the same for MIN."""
    if not isinstance(node, ast.FunctionDef):
        return
    states = [*pen.scope.names(node, STATE)]
    text = "\n".join(map(ast.unparse, node.body))
    is_of_one = text_for_other_player(node.name, pen.scope) != node.name
    if not states or "to_move" in text or is_of_one:
        return
    game = pen.scope.game_expression(node) or "game"
    other = text_for_other_player(text, pen.scope)
    flags = re.sub(r"\b(True|False)\b", lambda match: OTHERS[match[0]], other)
    signs = GIVEN_SIGN.sub(lambda match: match[1] or "-1", other)
    for each in dict.fromkeys((other, flags, signs)):
        body = textwrap.indent(each, "    ")
        new = f"if {game}.to_move({states[0]}) == 'min':\n{body}"
        yield pen.insert(node.body[0], new, "mover", "the same for MIN", first=True)


def imports(pen: Pen, node: ast.FunctionDef) -> Edits:
    """A module that a function reads is imported."""
    scope = pen.scope
    names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    for name in sorted(
        (names - scope.names(node).keys() - scope.known_names) & {*MODULES, "inf"}
    ):
        new = "from math import inf" if name == "inf" else f"import {name}"
        yield pen.insert(scope.tree.body[0], new, "spelling", "import", first=True)


def renamed(pen: Pen, node: ast.FunctionDef, entries: tuple[str, ...]) -> Edits:
    """A function has the name that is called, where none has."""
    scope = pen.scope
    first, *rest = scope.statement_lines(node)
    for name in entries:
        if name not in scope.known_names:
            new = [first.replace(node.name, name, 1), *rest]
            shown = f"def {node.name}", f"def {name}"
            yield pen.lines(node, node, new, ("spelling", "def"), *shown)
            yield pen.insert(node, f"{name} = {node.name}", "spelling", "def")


# ── Places: a statement goes, moves, or changes places with the next ───────────────


def deleted(pen: Pen, node: Any) -> Edits:
    """A statement goes, or its condition."""
    if getattr(node, "orelse", None) or isinstance(node, LOOPS):
        return
    yield pen.cut(node, "delete", type(node).__name__)
    if isinstance(node, ast.If):
        inside = "\n".join(map(ast.unparse, node.body))
        rows = [textwrap.indent(inside, " " * node.col_offset)]
        shown = f"if {ast.unparse(node.test)}:", ""
        yield pen.lines(node, node, rows, ("delete", "condition"), *shown)


def exchanged(pen: Pen, node: Any) -> Edits:
    """A statement and the next change places, or one goes into the other."""
    block, index = _block(pen.scope, node)
    if index + 1 >= len(block) or not isinstance(block[index + 1], PLAIN):
        return
    after: Any = block[index + 1]
    scope, text, top = pen.scope, ast.unparse(node), first_line(node)
    rows, others = scope.statement_lines(node), scope.statement_lines(after)
    shown = top, first_line(after)
    yield pen.lines(node, after, [*others, *rows], ("swap", ""), *shown)
    if isinstance(node, (*LOOPS, ast.If)):  # the next one goes to the end of this
        column = (node.orelse or node.body)[-1].col_offset
        new = [*rows, textwrap.indent(ast.unparse(after), " " * column)]
        shown = first_line(after), f"in: {first_line(after)}"
        yield pen.lines(node, after, new, ("move", "in"), *shown, node=after)
    elif isinstance(after, LOOPS):  # this one goes to the beginning of the next
        place = after.body[0].lineno - after.lineno
        inner = textwrap.indent(text, " " * after.body[0].col_offset)
        new = [*others[:place], inner, *others[place:]]
        yield pen.lines(node, after, new, ("move", "in"), top, f"in: {top}")


def moved_within(pen: Pen, node: Any) -> Edits:
    """A statement moves further up or down among those with which it stands."""
    block, index = _block(pen.scope, node)
    shown = first_line(node), f"elsewhere: {first_line(node)}"
    for other in range(max(0, index - FAR), min(len(block), index + FAR + 1)):
        first, last = min(index, other), max(index, other)
        if last - first < 2 or not all(isinstance(b, PLAIN) for b in block[first:]):
            continue
        rest = [*block[first:index], *block[index + 1 : last + 1]]
        order = [*rest, node] if other > index else [node, *rest]
        rows = [row for each in order for row in pen.scope.statement_lines(each)]
        place = block[first], block[last]
        yield pen.lines(*place, rows, ("move", "within"), *shown, node=node)


def edits_that_keep_best(pen: Pen, node: Any) -> Edits:
    """What is better than the best so far becomes the best."""
    test = node.test if isinstance(node, ast.If) and pen.scope.loop(node) else None
    if not isinstance(test, ast.Compare) or len(test.ops) != 1:
        return
    sides = [test.left, test.comparators[0]]
    names = [each.id for each in sides if isinstance(each, ast.Name)]
    stored = {
        n.id
        for each in node.body
        for n in ast.walk(each)
        if isinstance(n, ast.Name) and is_stored(n)
    }
    for best, new in (names, names[::-1]) if len(names) == 2 else ():
        if not stored & {best, new}:
            text = f"{best} = {new}"
            yield pen.insert(node.body[0], text, "accumulate", "best kept", first=True)


def edits_that_search_one_by_one(pen: Pen, node: Any) -> Edits:
    """What a loop asks for all of a list is asked in the loop that goes through it."""
    block, index = _block(pen.scope, node)
    after = block[index + 1] if index + 1 < len(block) else None
    if not isinstance(node, ast.For) or not isinstance(after, ast.For):
        return
    last, source = node.body[-1], ast.unparse(after.iter)
    put = re.fullmatch(rf"{re.escape(source)}\.append\((.*)\)", ast.unparse(last))
    call: Any = last.value if isinstance(last, ast.Expr) else None
    if not put or node.orelse or after.orelse or call.keywords or len(call.args) != 1:
        return
    if not isinstance(call.args[0], ast.Starred):
        rows = pen.scope.statement_lines(node)[: last.lineno - node.lineno]
        each = f"{ast.unparse(after.target)} = {put[1]}"
        inside = [each, *map(ast.unparse, after.body)]
        rows += textwrap.indent("\n".join(inside), " " * last.col_offset).split("\n")
        shown = f"{source}.append", "each in turn"
        yield pen.lines(node, after, rows, ("order", "in turn"), *shown)


def edits_that_delay(pen: Pen, node: Any) -> Edits:
    """What is worked out too early is worked out where it is needed."""
    block, index = _block(pen.scope, node)
    if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
        return
    if index + 1 >= len(block) or not isinstance(block[index + 1], PLAIN):
        return
    name = rf"\b{node.targets[0].id}\b"
    rest = "\n".join(
        "\n".join(pen.scope.statement_lines(each)) for each in block[index + 1 :]
    )
    if len(re.findall(name, rest)) == 1:
        new = re.sub(name, lambda _: f"({ast.unparse(node.value)})", rest)
        shown = ast.unparse(node), "where it is needed"
        yield pen.lines(node, block[-1], [new], ("move", "where needed"), *shown)


def edits_that_ask_once(pen: Pen, node: Any) -> Edits:
    """What is asked twice of a function of one's own is asked once, and kept."""
    block, index = _block(pen.scope, node)
    rest = [*map(ast.unparse, block[index:])]
    header = ast.unparse(node.test) if isinstance(node, ast.If) else rest[0]
    calls = [n for n in ast.walk(node) if isinstance(n, ast.Call)]
    own = [each for each in calls if called_name(each) in pen.scope.functions]
    for text in dict.fromkeys(map(ast.unparse, own)):
        holders = [place for place, each in enumerate(rest) if text in each]
        if text in header and sum(each.count(text) for each in rest) > 1:
            kept = [each.replace(text, "asked") for each in rest[: holders[-1] + 1]]
            new = textwrap.indent(
                "\n".join([f"asked = {text}", *kept]), " " * node.col_offset
            )
            last = block[index + holders[-1]]
            shown = f"{text} twice", f"asked = {text}"
            yield pen.lines(node, last, [new], ("missing", "asked once"), *shown)


def edits_that_serve_both_branches(pen: Pen, node: Any) -> Edits:
    """What one branch does in the end, and the other does not, comes behind both."""
    scope = pen.scope
    block, index = _block(scope, node)
    above: Any = scope.parent[node][0]
    is_tail = isinstance(above, ast.If) and above.orelse and 0 < index < len(block) - 1
    if not is_tail:
        return
    start, stop = scope.line_span(above, above)
    begin, end = scope.line_span(node, block[-1])
    left = (scope.text[start:begin] + scope.text[end + 1 : stop + 1]).rstrip("\n")
    tail = "\n".join(map(ast.unparse, block[index:]))
    new = f"{left}\n{textwrap.indent(tail, ' ' * above.col_offset)}"
    shown = tail, f"out: {tail}"
    yield pen.lines(above, above, [new], ("move", "out"), *shown, node=node)


def moved_out(pen: Pen, node: Any) -> Edits:
    """The first statement of a block moves before it, the last one behind it."""
    scope = pen.scope
    above = scope.parent[node][0]
    block, index = _block(scope, node)
    branches = (*LOOPS, ast.If)
    ends = (0, len(block) - 1)
    if not isinstance(above, branches) or len(block) < 2 or index not in ends:
        return
    outers: list[Any] = [above]
    outers += [
        each for each in scope.enclosing_nodes(above) if isinstance(each, branches)
    ]
    begin, end = scope.line_span(node, node)
    for outer in outers:
        start, stop = scope.line_span(outer, outer)
        left = (scope.text[start:begin] + scope.text[end + 1 : stop + 1]).rstrip("\n")
        moved = textwrap.indent(ast.unparse(node), " " * outer.col_offset)
        top = first_line(node)
        if index:
            new, role = f"{left}\n{moved}", "out"
        elif outer is above and isinstance(above, LOOPS):
            new, role = f"{moved}\n{left}", "before"
        else:
            continue
        shown = top, f"{role}: {top}"
        yield pen.lines(outer, outer, [new], ("move", role), *shown, node=node)


def _block(scope: Scope, node: ast.AST) -> tuple[list[ast.stmt], int]:
    """The statements among which one stands, and its place."""
    above, field, index = scope.parent[node]
    return getattr(above, field), index or 0


def first_line(node: ast.AST) -> str:
    """The first line of a statement."""
    return ast.unparse(node).partition("\n")[0]


OF_STATEMENT: tuple[Callable[[Pen, Any], Edits], ...] = (
    *(
        terminal,
        edits_that_end_with_return,
        edits_that_reset_state,
        edits_that_make_local,
        edits_that_keep_exact_values,
        edits_that_ask_of_first_window,
        edits_of_shadowing_name,
        for_both,
        best_kept,
    ),
    *(copied_first, of_its_actions, not_by_zero, counted, edits_to_all_places),
    *(unless_empty, otherwise, edits_that_choose_by_count, credited),
    *(
        return_,
        edits_that_return,
        added_up,
        jump,
        edits_that_ask_apart,
        edits_that_go_on,
        mirror,
        other_bound,
        edits_to_twin,
        edits_for_same_mover,
        cuts,
    ),
)
OF_PLACE: tuple[Callable[[Pen, Any], Edits], ...] = (
    *(deleted, exchanged, moved_within, edits_that_delay, moved_out),
    edits_that_search_one_by_one,
    *(edits_that_ask_once, edits_that_serve_both_branches, edits_that_keep_best),
)


def statements(pen: Pen, node: ast.stmt, entries: tuple[str, ...]) -> Edits:
    """What may come in place of a statement, or beside it."""
    if isinstance(node, ast.FunctionDef):
        yield from imports(pen, node)
        yield from renamed(pen, node, entries)
    if not pen.reaches(node):
        return
    for family in OF_STATEMENT:
        yield from family(pen, node)
    _, field, _ = pen.scope.parent[node]
    is_placed = field in ("body", "orelse") and isinstance(node, PLAIN)
    if is_placed and pen.scope.function(node):
        for family in OF_PLACE:
            yield from family(pen, node)
