"""What goes by whoever moves: families of edits for players who move twice.

A sign, a window, the function for a child, a value to begin with and an order are
other ones where the same player moves again. Each function is given the scope and a
node, and yields what goes, what comes, the family and its role.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from autograder.repair.edits import INF, INFINITE, Edit, Pen
from autograder.repair.items import Swaps
from autograder.repair.scope import (
    BOUND,
    DEPTH,
    HIGH,
    LOW,
    NUMBER,
    STATE,
    Scope,
    called_name,
    parameters,
)

OTHER_PLAYERS = {"max": "min", "min": "max", "Max": "Min", "Min": "Max"}
EITHER_PLAYER = re.compile("|".join(OTHER_PLAYERS))
OF_MOVER = re.compile(r"to_move|max|min|player|turn|^\w+$", re.IGNORECASE)
# A sign before a name that is no infinity.
TURNED = re.compile(r"(?:[=(,]|return) ?-(?:1 \* )?[a-z_](?!nf\b|ath\.inf|loat\()")


def starts_by_mover(scope: Scope, node: ast.Assign) -> Swaps:
    """A value to begin with is that of whoever moves, as another line asks it."""
    function = scope.function(node)
    value = ast.unparse(node.value).replace("float('-inf')", INF)
    is_start = re.fullmatch(rf"-?(?:{INFINITE}|[\d.e]+)", value)
    is_depth = DEPTH.search(ast.unparse(node.targets[0]))
    if function is None or not is_start or is_depth or scope.loop(node):
        return
    kinds = (ast.If, ast.IfExp)
    asks = [ast.unparse(n.test) for n in ast.walk(function) if isinstance(n, kinds)]
    game = scope.game_expression(node)
    states = scope.names(node, STATE) if game else ()
    asks += [f"{game}.to_move({state}) == 'max'" for state in states]
    for each in dict.fromkeys(filter(OF_MOVER.search, asks)):
        for first, other in ((f"-{INF}", INF), (INF, f"-{INF}")):
            new = f"{first} if {each} else {other}"
            yield node.value, new, "start value", "of the mover"


def called_by_mover(scope: Scope, node: ast.Call) -> Swaps:
    """The function for whoever moves next, where each calls the other in turn."""
    own, game = ast.unparse(node.func), scope.game_expression(node)
    twin = EITHER_PLAYER.sub(lambda match: OTHER_PLAYERS[match[0]], own)
    if twin == own or twin.rpartition(".")[2] not in scope.functions or not game:
        return
    of_max, of_min = (
        (own, twin) if re.search("max", own, re.IGNORECASE) else (twin, own)
    )
    given = ", ".join(map(ast.unparse, (*node.args, *node.keywords)))
    for child in _children_given(scope, node):
        asked = f"{game}.to_move({child}) == 'max'"
        new = f"({of_max} if {asked} else {of_min})({given})"
        yield node, new, "callee", "of the mover"


def sorted_by_mover(scope: Scope, node: ast.Call) -> Swaps:
    """The largest come first for MAX, and the smallest for MIN, or the other way."""
    game = scope.game_expression(node)
    if called_name(node) not in ("sorted", "sort") or not game:
        return
    given = [*node.args, *(each for each in node.keywords if each.arg != "reverse")]
    rest = [*map(ast.unparse, given)]
    for state in scope.names(node, STATE):
        for player in ("max", "min"):
            by_mover = f"reverse={game}.to_move({state}) == {player!r}"
            new = f"{ast.unparse(node.func)}({', '.join([*rest, by_mover])})"
            yield node, new, "order", "of the mover"


def negated_by_mover(scope: Scope, node: ast.UnaryOp | ast.BinOp) -> Swaps:
    """The sign, and the window, turn only where the other player moves next."""
    worth, game = _without_sign(node), scope.game_expression(node)
    call = worth.value if isinstance(worth, ast.Subscript) else worth
    states, own = scope.names(node, STATE), scope.function(node)
    if worth is node or not game or own is None or not scope.loop(node):
        return
    children = [each for each in states if each not in parameters(own)]
    plain: ast.expr = worth
    other: ast.expr = ast.UnaryOp(ast.USub(), worth)
    if isinstance(call, ast.Call) and called_name(call) in scope.functions:
        children = _children_given(scope, call)
        plain, other = _windows_by_mover(scope, call, worth)
    elif not isinstance(worth, ast.Name):
        return
    for parent in [each for each in states if each in parameters(own)][:1]:
        for child in children:
            again = f"{game}.to_move({child}) == {game}.to_move({parent})"
            new = f"{ast.unparse(plain)} if {again} else {ast.unparse(other)}"
            yield node, new, "sign", "of the mover"


def edits_for_same_mover(pen: Pen, node: Any) -> Iterator[Edit]:
    """A child is searched for its parent's player, where that moves again.

    Else the value is negated there or in the next statement, as it was.
    """
    scope, own = pen.scope, pen.scope.function(node)
    worth = _without_sign(node.value) if isinstance(node, ast.Assign) else None
    call = worth.value if isinstance(worth, ast.Subscript) else worth
    game = scope.game_expression(node)
    is_searched = isinstance(call, ast.Call) and called_name(call) in scope.functions
    if own is None or not game or not scope.loop(node) or not is_searched:
        return
    if call.keywords or len(node.targets) > 1:  # type: ignore[union-attr]
        return
    last, turned = _negated_next(scope, node)
    if worth is node.value and not turned:
        return
    given = [_given_for_same(scope, each) for each in call.args]  # type: ignore[union-attr]
    places = _places_of_window(scope, call)  # type: ignore[arg-type]
    if len(places) == 2 and None not in [given[at] for at in places]:
        given[places[0]], given[places[1]] = given[places[1]], given[places[0]]
    new = {at: each for at, each in enumerate(given) if each is not None}
    plain = ast.unparse(_with_arguments(worth, call, new))  # type: ignore[arg-type]
    target, otherwise = ast.unparse(node.targets[0]), ast.unparse(node)
    for parent in [n for n in scope.names(node, STATE) if n in parameters(own)][:1]:
        for child in _children_given(scope, call):  # type: ignore[arg-type]
            again = f"{game}.to_move({child}) == {game}.to_move({parent})"
            rows = [f"if {again}:", f"    {target} = {plain}", "else:"]
            rows += [f"    {each}" for each in (otherwise, *turned)]
            text = textwrap.indent("\n".join(rows), " " * node.col_offset)
            kind = "sign", "for the same mover"
            yield pen.lines(node, last, [text], kind, otherwise, "\n".join(rows))


def _negated_next(scope: Scope, node: ast.Assign) -> tuple[ast.stmt, list[str]]:
    """The statement that negates what one assigns, if it is the next, and its text."""
    above, field, index = scope.parent[node]
    block = getattr(above, field)
    after = block[(index or 0) + 1 : (index or 0) + 2]
    targets = node.targets[0]
    names = targets.elts if isinstance(targets, ast.Tuple) else [targets]
    for each in after:
        for name in map(ast.unparse, names):
            if ast.unparse(each) in (f"{name} = -{name}", f"{name} *= -1"):
                return each, [ast.unparse(each)]
    return node, []


def _given_for_same(scope: Scope, given: ast.expr) -> ast.expr | None:
    """What a call is given if its argument was not turned to the other player."""
    if isinstance(given, ast.UnaryOp) and isinstance(given.op, (ast.USub, ast.Not)):
        return given.operand
    is_called = isinstance(given, ast.Call) and called_name(given) in scope.functions
    if is_called and len(given.args) == 1:  # type: ignore[attr-defined]
        return given.args[0]  # type: ignore[attr-defined,no-any-return]
    is_rest = isinstance(given, ast.BinOp) and isinstance(given.op, ast.Sub)
    if is_rest and isinstance(given.left, ast.Constant):  # type: ignore[attr-defined]
        return given.right  # type: ignore[attr-defined,no-any-return]
    plain = _without_sign(given)
    return None if plain is given else plain


def _windows_by_mover(
    scope: Scope, call: ast.Call, worth: ast.expr
) -> tuple[ast.expr, ast.expr]:
    """The worth of a call with the window as it is, and turned where the sign is."""
    places = _places_of_window(scope, call)
    if len(places) != 2:
        return worth, ast.UnaryOp(ast.USub(), worth)
    window = [_without_sign(call.args[at]) for at in reversed(places)]
    low, high = map(ast.unparse, window)
    if LOW.match(high) or HIGH.match(low):
        window.reverse()
    plain, other = (
        _with_arguments(worth, call, dict(zip(places, both, strict=True)))
        for both in (window, _turned(window))
    )
    return plain, ast.UnaryOp(ast.USub(), other)


def window_of_call(scope: Scope, node: ast.Call) -> Swaps:
    """The bounds as they are, or as the other player sees them."""
    places = _places_of_window(scope, node)
    bounds = [name for name in scope.names(node, NUMBER) if BOUND.match(name)]
    if not places or len(bounds) < 2:
        return
    window: list[ast.expr] = [ast.Name(name, ast.Load()) for name in bounds[:2]]
    windows = [window]
    if TURNED.search(ast.unparse(scope.function(node) or node)):
        windows.append(_turned(window))
    for both in windows:
        new = _with_arguments(node, node, dict(zip(places, both, strict=True)))
        yield node, new, "window", "handed on"


def _turned(window: Sequence[ast.expr]) -> list[ast.expr]:
    """A window as the other player sees it."""
    return [ast.UnaryOp(ast.USub(), each) for each in reversed(window)]


def _places_of_window(scope: Scope, call: ast.Call) -> list[int]:
    """At which arguments a call hands on the bounds, if it hands on both."""
    own = scope.functions.get(called_name(call))
    wanted = [a.arg for a in own.args.args if a.arg != "self"] if own else []
    places = [i for i, parameter in enumerate(wanted) if BOUND.match(parameter)]
    return places if len(places) == 2 and len(call.args) > max(places) else []


def _with_arguments(
    worth: ast.expr, call: ast.Call, new: Mapping[int, ast.expr]
) -> ast.expr:
    """A call, or the part of its result that is read, with other arguments."""
    given = [new.get(at, each) for at, each in enumerate(call.args)]
    changed: ast.expr = ast.Call(call.func, given, call.keywords)
    if isinstance(worth, ast.Subscript):
        changed = ast.Subscript(changed, worth.slice, ast.Load())
    return changed


def _children_given(scope: Scope, call: ast.Call) -> list[str]:
    """The arguments of a call that are states, but for the one the caller is given."""
    function = scope.function(call)
    own = parameters(function) if function else []
    children = [each for each in scope.names(call, STATE) if each not in own]
    given = [ast.unparse(each) for each in call.args]
    return [each for each in given if each in children or ".result(" in each]


def _without_sign(node: ast.expr) -> ast.expr:
    """What the sign of `-x` or `-1 * x` is put to; what has none is itself."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return node.operand
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        if ast.unparse(node.left) == "-1":
            return node.right
        if ast.unparse(node.right) == "-1":
            return node.left
    return node
