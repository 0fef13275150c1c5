"""What may come in place of an expression: the families of edits that change one.

Each function is given the scope and a node, and yields what goes, what comes, the
family and its role. `OF_EXPRESSION` says which are asked about which nodes.
"""

from __future__ import annotations

import ast
import difflib
import math
import re
from collections.abc import Callable, Sequence
from itertools import combinations, permutations
from typing import Any

from autograder.repair.edits import INF, PART, without_sides
from autograder.repair.items import (
    Swaps,
    averaged,
    filtered,
    most_visited,
    pairs_of_range,
    part_of_record,
    quantified,
    swaps_of_names,
    swaps_to_copy,
    swaps_to_first_of_equals,
    swaps_to_non_empty,
    swaps_to_one_by_one,
    swaps_to_row,
    swaps_to_same_place,
    ties,
    transposed,
)
from autograder.repair.movers import (
    called_by_mover,
    negated_by_mover,
    sorted_by_mover,
    starts_by_mover,
    window_of_call,
)
from autograder.repair.records import (
    above_if_any,
    also_asked,
    is_exploration,
    swaps_of_pick_from_sorted,
    up_to_the_root,
)
from autograder.repair.scope import (
    ACTION,
    BOUND,
    DEPTH,
    HIGH,
    LOOPS,
    LOW,
    NUMBER,
    PLAYER,
    SIGN,
    STATE,
    UNKNOWN,
    Scope,
    called_name,
    is_stored,
    names_in,
    names_of,
    parameters,
    text_as_operand,
)

FLIPS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt, ast.GtE),
    ast.LtE: (ast.Lt, ast.GtE, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt, ast.LtE),
    ast.GtE: (ast.Gt, ast.LtE, ast.Lt),
    ast.Eq: (ast.NotEq, ast.LtE, ast.GtE),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.Eq, ast.IsNot),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATORS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub, ast.Mult),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div, ast.Add, ast.Pow),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.FloorDiv: (ast.Div, ast.Mod),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
}
OTHER = {"max": "min", "min": "max"}
# The questions that a game answers, and how many arguments each takes.
QUESTIONS = {
    "is_terminal": 1,
    "to_move": 1,
    "actions": 1,
    "successors": 1,
    "outcomes": 1,
    "result": 2,
    "is_cutoff": 2,
    "utility": 1,
    "evaluate": 1,
}
ALIKE = {
    "utility": ("evaluate",),
    "evaluate": ("utility",),
    "actions": ("successors",),
    "outcomes": ("successors",),
    "successors": ("actions", "outcomes"),
}
WRAPPERS = {
    *("reversed", "sorted", "shuffle", "shuffled", "set", "sample", "int", "round"),
    *("abs", "sqrt", "log", "list", "tuple", "str"),
}
MOVER, MOVER_ASKED = re.compile("player|mover|turn"), re.compile("to_move|turn|player")
OTHER_PLAYER = re.compile("other|oppo|switch|next|flip|enemy")
MOST_MARKS = 4  # of which two may be those of the players
ROOT_OF_TWO = 1.3, 1.5  # what may stand for it
LOGARITHMS = {"log2", "log10", "log1p", "exp"}
OF_TEXT = re.compile(r"inf|['\"][-+]?\d", re.IGNORECASE)  # what a number is made of
VIEWS = {"keys", "values", "items"}
OF_TEST = (ast.Compare, ast.Subscript, ast.Call, ast.List, ast.Tuple, ast.Set, ast.Dict)
WORDS = ("true", "false", "none")
LARGE = 100  # a number from which one may stand for infinity
HOW_NEAR = 0.6  # two names, of which one may be the other misspelt
COARSE, FINER = 0.5, 1e6  # by which a number is exact enough, and how much more so
MOVER_TESTED = re.compile(r"['\"](?:max|min)['\"]", re.IGNORECASE)


# ── Comparisons and conditions ─────────────────────────────────────────────────────


def comparison(scope: Scope, node: ast.Compare) -> Swaps:
    """Another comparison; or the first child is taken whatever it is worth."""
    if len(node.ops) != 1:
        yield from _of_bits(node)
        return
    text = ast.unparse(node)
    role = "cut" if any(map(BOUND.match, names_in(text))) else "of values"
    is_constant = isinstance(node.comparators[0], ast.Constant)
    is_of_mark = is_constant and isinstance(node.ops[0], ast.Eq)
    if is_of_mark and role != "cut" and not DEPTH.search(text):
        role = "of a mark"
    for new in FLIPS[type(node.ops[0])]:
        flipped = ast.Compare(node.left, [new()], node.comparators)
        yield node, flipped, "comparison", role
    if is_constant and isinstance(node.left, ast.Name):  # a list is not its length
        counted = text.replace(node.left.id, f"len({node.left.id})", 1)
        yield node, counted, "missing", "length"
    above = scope.parent[node][0]
    is_best = isinstance(node.ops[0], (ast.Gt, ast.Lt)) and isinstance(above, ast.If)
    if is_best and scope.loop(node):
        names = (n for n in ast.walk(above) if isinstance(n, ast.Name) and is_stored(n))
        kept = scope.names(node, UNKNOWN, ACTION).keys()
        for name in sorted({n.id for n in names} & kept):
            yield node, f"{name} is None or {text}", "missing", "first child"


def _of_bits(node: ast.Compare) -> Swaps:
    """`a == 0 or b == 0` for `a == 0 | b == 0`, which compares with `0 | b`."""
    middle = node.comparators[0]
    if len(node.ops) != 2 or not isinstance(middle, ast.BinOp):
        return
    word = {ast.BitOr: ast.Or, ast.BitAnd: ast.And}.get(type(middle.op))
    if word is not None:
        first = ast.Compare(node.left, node.ops[:1], [middle.left])
        second = ast.Compare(middle.right, node.ops[1:], node.comparators[1:])
        yield node, ast.BoolOp(word(), [first, second]), "logic", "and/or"


def negation(scope: Scope, node: ast.UnaryOp) -> Swaps:
    """Without the sign, without `not`, or nothing told from zero."""
    del scope
    if isinstance(node.op, ast.USub):
        yield node, node.operand, "sign", ""
    elif isinstance(node.op, ast.Not):
        yield node, node.operand, "logic", ""
        yield node, f"{ast.unparse(node.operand)} is None", "missing", ""


def connection(scope: Scope, node: ast.BoolOp) -> Swaps:
    """`and` for `or`, or one of the conditions less."""
    del scope
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield node, ast.BoolOp(other, node.values), "logic", "and/or"
    if isinstance(node.op, ast.Or) and len(node.values) == 2:
        first, second = map(text_as_operand, node.values)
        yield node, f"{first} if {first} is not None else {second}", "missing", "zero"
    for each in node.values:
        rest = [value for value in node.values if value is not each]
        new = rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
        yield node, new, "logic", "part"


def condition(scope: Scope, node: ast.IfExp | ast.If | ast.While) -> Swaps:
    """The opposite; the player asked for; the end of the game beside a depth."""
    test, text = node.test, ast.unparse(node.test)
    yield test, ast.UnaryOp(ast.Not(), test), "logic", "not"
    if isinstance(test, ast.Name):
        yield test, f"{text} is not None", "missing", ""
    game = scope.game_expression(node)
    if "is_terminal" in text or not game:
        return
    for state in scope.names(node, STATE):
        yield test, f"{game}.to_move({state}) == 'max'", "mover", "asked"
        if DEPTH.search(text):
            over = f"{game}.is_terminal({state})"
            yield test, f"{text} or {over}", "terminal", "also over"
            both = f"{text_as_operand(test)} and not {over}"
            yield test, both, "terminal", "also over"


# ── Arithmetic, indices and constants ──────────────────────────────────────────────


def formula(scope: Scope, node: ast.BinOp) -> Swaps:
    """One side alone, another operator, or the sides exchanged."""
    left, right = ast.unparse(node.left), ast.unparse(node.right)
    is_mean = isinstance(node.op, (ast.Div, ast.FloorDiv, ast.Mult))
    family = "mean" if is_mean else "arithmetic"
    if SIGN.search(left) or SIGN.search(right):
        family = "sign"
    elif DEPTH.search(ast.unparse(node)):
        family = "depth"
    yield node, node.left, family, "part"
    yield node, node.right, family, "part"
    for other in OPERATORS.get(type(node.op), ()):
        yield node, ast.BinOp(node.left, other(), node.right), family, ""
    if isinstance(node.op, (ast.Sub, ast.Div, ast.Pow)):
        yield node, ast.BinOp(node.right, node.op, node.left), family, "exchanged"
    if isinstance(node.op, ast.FloorDiv):
        yield (
            node,
            f"-(-{text_as_operand(node.left)} // {text_as_operand(node.right)})",
            family,
            "up",
        )
    if isinstance(node.op, ast.Pow):
        yield from swaps_of_start_value(scope, node)


def subscript(scope: Scope, node: ast.Subscript) -> Swaps:
    """The whole in place of a part; row and column, or two keys, exchanged."""
    del scope
    family = "order" if isinstance(node.slice, ast.Slice) else "index"
    yield node, node.value, family, ""
    inner = node.value
    if isinstance(inner, ast.Subscript) and family == "index":
        first = ast.Subscript(inner.value, node.slice, inner.ctx)
        yield node, ast.Subscript(first, inner.slice, node.ctx), "index", "exchanged"


def span(scope: Scope, node: ast.Call) -> Swaps:
    """A range one longer or shorter, or from another place on."""
    del scope
    if called_name(node) != "range" or not node.args:
        return
    begin, end = ["0", *map(ast.unparse, node.args)][-2:]
    if len(node.args) > 1:
        begin, end = map(ast.unparse, node.args[:2])
    last, first = f"{end} + 1", "0" if begin != "0" else "1"
    ends = [(begin, last), (begin, f"{end} - 1"), (first, end), (first, last)]
    if isinstance(node.args[-1], ast.BinOp) and isinstance(node.args[-1].op, ast.Sub):
        whole, less = ast.unparse(node.args[-1].left), ast.unparse(node.args[-1].right)
        ends += [(begin, whole), (less, whole)]
    for new in ends:
        bounds = new[1:] if new[0] == "0" else new
        more = [*bounds, *map(ast.unparse, node.args[2:])]
        yield node, f"range({', '.join(more)})", "range", ""


def pair(scope: Scope, node: ast.Tuple) -> Swaps:
    """A pair the other way round, or one of its parts."""
    del scope
    if len(node.elts) != 2:
        return
    yield node, ast.Tuple(node.elts[::-1], node.ctx), "index", "exchanged"
    if isinstance(node.ctx, ast.Load):
        for each in node.elts:
            yield node, each, "index", "part"


def constant(scope: Scope, node: ast.Constant) -> Swaps:
    """Another player, another number, another value to begin with."""
    above, value = scope.parent[node][0], node.value
    if isinstance(above, (ast.Expr, ast.JoinedStr)) or _is_default(scope, above):
        return
    if isinstance(value, str) and value.lower() in OTHER:
        for player in ("max", "min"):
            yield node, ast.Constant(player), "mover", ""
    elif isinstance(value, str):
        yield from _another_string(scope, node, above)
    elif isinstance(value, bool):
        yield node, ast.Constant(not value), "mover", ""
        yield from _flag_by_mover(scope, node)
    elif type(value) in (int, float):
        yield from _number_of_its_own(scope, node, value)  # type: ignore[arg-type]
        yield from _another_number(scope, node, value)  # type: ignore[arg-type]
        yield from _worth_of_state(scope, node, above)
    if value is None or type(value) in (int, float):
        yield from swaps_of_start_value(scope, node)


def _flag_by_mover(scope: Scope, node: ast.Constant) -> Swaps:
    """Whose turn it is, as the same function asks it elsewhere."""
    function = scope.function(node)
    if function is None or not isinstance(scope.parent[node][0], ast.Call):
        return
    around = [*scope.enclosing_nodes(node)]
    branches = [n for n in ast.walk(function) if isinstance(n, (ast.If, ast.IfExp))]
    for test in [each.test for each in branches if each not in around]:
        if MOVER_TESTED.search(ast.unparse(test)):
            yield node, test, "mover", "of this player"
            yield node, ast.UnaryOp(ast.Not(), test), "mover", "of this player"


def _number_of_its_own(scope: Scope, node: ast.Constant, value: float) -> Swaps:
    """A number that no other mark has, where two marks beside each other have one."""
    mark = scope.parent[node][0]
    if not isinstance(mark, ast.Assign) or not ast.unparse(mark.targets[0]).isupper():
        return
    block = getattr(*scope.parent[mark][:2])
    marks = [n for n in block if isinstance(n, ast.Assign) and n is not mark]
    values = [n.value.value for n in marks if isinstance(n.value, ast.Constant)]
    numbers = [each for each in values if isinstance(each, (int, float))]
    name = ast.unparse(mark.targets[0])
    if type(value) is int and value in numbers and _is_compared(scope, name):
        yield node, repr(max(numbers) + 1), "index", "mark of its own"


def _is_compared(scope: Scope, mark: str) -> bool:
    """Whether something is asked to be this mark."""
    return re.search(rf"(==|!=) (\w+\.)*{re.escape(mark)}\b", scope.text) is not None


def _another_number(scope: Scope, node: ast.Constant, value: float) -> Swaps:
    """One more or less, none, the opposite; but not what another branch has.

    Which of the actions is taken, where it may be any, stays.
    """
    above = scope.parent[node][0]
    items = above.value if isinstance(above, ast.Subscript) else None
    if items is not None and _are_actions(scope, items):
        return
    of_number = "depth" if DEPTH.search(ast.unparse(above)) else "constant"
    family = "index" if isinstance(above, ast.Subscript) else of_number
    if is_exploration(scope, node) or ROOT_OF_TWO[0] < value < ROOT_OF_TWO[1]:
        yield node, "2 ** 0.5", "constant", "root of two"
    numbers = dict.fromkeys((value + 1, value - 1, 0, -value, 100 * value))
    if 0 < value < COARSE:
        yield node, repr(value / FINER), "constant", "finer"
    if of_number == "depth" and isinstance(above, ast.Compare):
        numbers = dict.fromkeys((value + 1, max(value - 1, 0), 0))  # no depth is less
    for number in numbers:
        if not _stands_in_another_branch(scope, node, repr(number)):
            yield node, repr(number), family, ""


def _are_actions(scope: Scope, items: ast.expr) -> bool:
    """Whether these are a game's actions, or have the name that was given to some."""
    if isinstance(items, ast.Call):
        if called_name(items) in ("list", "sorted") and items.args:
            return _are_actions(scope, items.args[0])
        return called_name(items) == "actions"
    if isinstance(items, ast.Subscript):
        return isinstance(items.slice, ast.Slice) and _are_actions(scope, items.value)
    around = ast.walk(scope.function(items) or items)
    named = (n for n in around if isinstance(n, ast.Assign) and items is not n.value)
    return isinstance(items, ast.Name) and any(
        ast.unparse(n.targets[0]) == items.id
        and not isinstance(n.value, ast.Name)
        and _are_actions(scope, n.value)
        for n in named
    )


def _worth_of_state(scope: Scope, node: ast.Constant, above: ast.AST) -> Swaps:
    """What the state is worth, where a number is returned for all of them."""
    game = scope.game_expression(node)
    if isinstance(above, ast.Tuple):
        above = scope.parent[above][0]
    for state in scope.names(node, STATE) if game else ():
        if isinstance(above, ast.Return):
            yield node, f"{game}.utility({state})", "return", "payoff"
            yield node, f"{game}.evaluate({state})", "return", "payoff"


def _is_default(scope: Scope, item: ast.AST) -> bool:
    """Whether it is an item that a loop replaces later: any would do at first."""
    above = scope.parent[item][0] if isinstance(item, ast.Subscript) else None
    function = scope.function(item)
    if not isinstance(above, ast.Assign) or function is None:
        return False
    loops = [n for n in ast.walk(function) if isinstance(n, LOOPS)]
    later = [n for n in loops if n.lineno > above.lineno]
    inside = [n for loop in later for n in ast.walk(loop) if isinstance(n, ast.Assign)]
    target = ast.unparse(above.targets[0])
    return any(ast.unparse(n.targets[0]) == target for n in inside)


def _stands_in_another_branch(scope: Scope, node: ast.AST, new: str) -> bool:
    """Whether another branch does already what this one would with that number."""
    around = (node, *scope.enclosing_nodes(node))
    statement, above = [n for n in around if not isinstance(n, ast.expr)][:2]
    if not isinstance(statement, (ast.Assign, ast.Return)) or type(above) is not ast.If:
        return False
    wanted = re.sub(r"[\d.]+$", new, ast.unparse(statement))
    branches = [n for n in scope.nodes if isinstance(n, ast.If)]
    own = scope.function(node), statement.col_offset
    bodies = [n.body for n in branches] + [n.orelse for n in branches]
    others = [body[0] for body in bodies if len(body) == 1 and body[0] is not statement]
    alike = [n for n in others if (scope.function(n), n.col_offset) == own]
    return wanted in map(ast.unparse, alike)


def _another_string(scope: Scope, node: ast.Constant, above: ast.AST) -> Swaps:
    """Another short text of the module: a mark, a key; or which goes by the mover."""
    family = "index" if isinstance(above, ast.Subscript) else "constant"
    others = [each for each in scope.strings if each != node.value]
    for each in others if node.value in scope.strings else ():
        yield node, ast.Constant(each), family, ""
        for test in _whose_turn(scope, node) if not isinstance(above, OF_TEST) else ():
            for one, other in permutations((node.value, each)):
                new = f"{one!r} if {test} else {other!r}"
                yield node, new, "mover", "of this player"


def _whose_turn(scope: Scope, node: ast.AST) -> list[str]:
    """How one may ask here whose turn it is, or who is meant."""
    names = scope.names(node)
    asked = [f"to_move({state}) == 'max'" for state in scope.names(node, STATE)]
    players = [f"{name} == 'max'" for name in names if name == "player"]
    return [*(asked if "to_move" in scope.functions else []), *players]


def swaps_of_start_value(scope: Scope, node: ast.expr) -> Swaps:
    """A value to begin with, or a bound that is handed on, may be any of these."""
    above = scope.parent[node][0]
    if isinstance(above, ast.UnaryOp):
        node, above = above, scope.parent[above][0]
    size = _size_of_number(node)
    is_product = isinstance(above, ast.BinOp) and isinstance(above.op, ast.Mult)
    if is_product and LARGE <= size < math.inf:
        new = f"-{INF}" if isinstance(node, ast.UnaryOp) else INF
        yield node, new, "start value", "infinity"  # times a sign
    if isinstance(above, (ast.Compare, ast.BinOp, ast.Subscript)):
        return
    if isinstance(above, ast.Call) and size <= 1 and not _may_be_bound(scope, node):
        return
    bounds = [name for name in scope.names(node, NUMBER) if BOUND.match(name)]
    family = "window" if isinstance(above, ast.Call) else "start value"
    negated = [f"-{name}" for name in bounds if family == "window"]
    old, zero = ast.unparse(node), ("0",) if size < math.inf or scope.adds_up else ()
    for new in (f"-{INF}", INF, *zero, *bounds, *negated):
        if without_sides(new) != without_sides(old) or ("-" in new) != ("-" in old):
            yield node, new, family, "infinity" if "inf" in new else ""


def _size_of_number(node: ast.expr) -> float:
    """How large a written number is, whatever its sign; of what is none infinite."""
    number = node.operand if isinstance(node, ast.UnaryOp) else node
    value = number.value if isinstance(number, ast.Constant) else None
    return abs(value) if isinstance(value, (int, float)) else math.inf


def _may_be_bound(scope: Scope, node: ast.expr) -> bool:
    """Whether a call hands it on as alpha or beta, or to what nobody knows."""
    call = scope.parent[node][0]
    own = scope.functions.get(called_name(call)) if isinstance(call, ast.Call) else None
    if own is None or not isinstance(call, ast.Call) or node not in call.args:
        return True
    wanted = [each for each in parameters(own) if each != "self"]
    place = call.args.index(node)
    return place >= len(wanted) or bool(BOUND.match(wanted[place]))


def returned(scope: Scope, node: ast.Return) -> Swaps:
    """What is returned has the other sign, or is divided by the number of children."""
    if isinstance(node.value, (ast.Constant, ast.IfExp, ast.UnaryOp)):
        yield from _of_player(scope, node.value)
    yield from _end_as_well(scope, node)
    if not isinstance(node.value, (ast.Name, ast.BinOp)):
        return
    value, text = node.value, ast.unparse(node.value)
    yield value, ast.UnaryOp(ast.USub(), value), "sign", ""
    yield from _unused_terms(scope, value)
    yield value, f"{text} + 1", "constant", "one more"
    yield value, f"{text} - 1", "constant", "one less"
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Sub):
        both = f"{text_as_operand(value.left)} + {text_as_operand(value.right)}"
        yield value, f"({text}) / ({both})", "mean", "share"
    around = ast.walk(scope.function(node) or node)
    for source in sorted(
        {ast.unparse(n.iter) for n in around if isinstance(n, ast.For)}
    ):
        yield value, f"({text}) / len({source})", "mean", "divided"


def _of_player(scope: Scope, value: ast.expr) -> Swaps:
    """A payoff that is the other player's with the other sign."""
    text = ast.unparse(value)
    if "player" in scope.names(value):
        for player in ("max", "min"):
            new = f"({text}) if player == {player!r} else -({text})"
            yield value, new, "sign", "of this player"
        names = [n for n in scope.names(value) if n not in ("player", "state")]
        for one, other in permutations(scope.strings, 2):
            for name in names:
                won = f"{name} == ({one!r} if player == 'max' else {other!r})"
                new = f"({text}) if {won} else -({text})"
                yield value, new, "sign", "of this player"


def _end_as_well(scope: Scope, node: ast.Return) -> Swaps:
    """A game is over, too, where nothing can be done or no place is free."""
    function = scope.function(node)
    if function is None or not re.search("terminal|over|end", function.name):
        return
    text = text_as_operand(node.value) if node.value else "False"
    for state in parameters(function)[:1]:
        free = [f"{free!r} not in {state}" for free in (*scope.strings, None, 0)]
        free += [f"{name} not in {state}" for name in sorted(scope.globals)]
        none = [f"not {name}({state})" for name in scope.functions]
        won = [f"{name}({state}) is not None" for name in scope.functions]
        for end in (*free, *none, *won):
            if function.name not in end:
                yield node.value or node, f"{text} or {end}", "terminal", "or"


def _unused_terms(scope: Scope, value: ast.expr) -> Swaps:
    """A name that is worked out, or given, and never read is added, or its mean."""
    function = scope.function(value)
    if function is None:
        return
    names = [n for n in ast.walk(function) if isinstance(n, ast.Name)]
    read = {n.id for n in names if not is_stored(n)}
    given, text = parameters(function), text_as_operand(value)
    for each in dict.fromkeys((*(n.id for n in names), *given)):
        if each not in read:
            yield value, f"{text} + {each}", "missing", "term"
            yield value, f"{text} - {each}", "missing", "term"
            yield from _picked(value, f"({text}, {each})", given)
            for other in given if each in given else ():
                if other != each:
                    yield value, f"{each} / {other} + {text}", "missing", "term"


def assigned(scope: Scope, node: ast.Assign) -> Swaps:
    """The best so far is kept, where the last one is."""
    target = node.targets[0]
    if len(node.targets) != 1 or not isinstance(target, (ast.Name, ast.Attribute)):
        return
    own, new = ast.unparse(target), ast.unparse(node.value)
    name = own.rpartition(".")[2]
    is_kept = re.search(rf"(max|min)\({re.escape(own)},", new)
    call = node.value
    if scope.loop(node) and isinstance(call, ast.Call) and called_name(call) in OTHER:
        given = [each for each in call.args if isinstance(each, ast.Name)]
        for each in given if own not in map(ast.unparse, call.args) else ():
            yield each, own, "bound", "of its own"
    if (scope.loop(node) or BOUND.match(name)) and not is_kept:
        for pick in ("max", "min"):
            yield node.value, f"{pick}({own}, {new})", "accumulate", pick


def keeps_own_bounds(scope: Scope, node: ast.Assign) -> Swaps:
    """What a call returns does not overwrite the bounds that it is handed."""
    target, call = node.targets[0], node.value
    if not isinstance(target, ast.Tuple) or not isinstance(call, ast.Call):
        return
    names = [ast.unparse(each) for each in target.elts]
    handed = {ast.unparse(each) for each in call.args}
    own = {name for name in names if BOUND.match(name) and name in handed}
    if own and called_name(call) in scope.functions:
        kept = ("_" if name in own else name for name in names)
        yield target, ", ".join(kept), "bound", "overwritten"


def unpacked(scope: Scope, node: ast.For) -> Swaps:
    """A loop over pairs that takes each for a state."""
    del scope
    if isinstance(node.target, ast.Name) and "successors" in ast.unparse(node.iter):
        yield node.target, f"(_, {node.target.id})", "index", "pair"


# ── Names ──────────────────────────────────────────────────────────────────────────


def _raises_a_bound(scope: Scope, node: ast.Name) -> bool:
    """Whether it raises alpha, or lowers beta: the other would undo what is known."""
    call = scope.parent[node][0]
    above = scope.parent[call][0]
    if not isinstance(above, ast.Assign) or not isinstance(call, ast.Call):
        return False
    target = ast.unparse(above.targets[0])
    is_own = target in map(ast.unparse, call.args)
    return is_own and bool((LOW if node.id == "max" else HIGH).match(target))


def extremum(scope: Scope, node: ast.Name) -> Swaps:
    """`max` for `min`, or whichever the player wants."""
    if node.id not in OTHER or is_stored(node) or _raises_a_bound(scope, node):
        return
    yield node, OTHER[node.id], "extremum", ""
    call, function = scope.parent[node][0], scope.function(node)
    is_called = isinstance(call, ast.Call) and call.func is node
    if not is_called or "to_move" in ast.unparse(function or node):
        return
    text = ast.unparse(call)
    other = OTHER[node.id] + text[3:]
    of_max, of_min = (text, other) if node.id == "max" else (other, text)
    game = scope.game_expression(node) or "game"
    for state in scope.names(node, STATE):
        new = f"{of_max} if {game}.to_move({state}) == 'max' else {of_min}"
        yield call, new, "mover", "asked"


def name(scope: Scope, node: ast.Name) -> Swaps:
    """Another function, a name spelt rightly, another variable of the same kind."""
    above, bound = scope.parent[node][0], {*scope.names(node), *scope.known_names}
    if isinstance(above, ast.Call) and above.func is node:
        yield from _another_function(scope, node, bound)
    elif not is_stored(node) and node.id not in bound:
        yield from _misspelt(scope, node, bound)
    elif node.id in scope.functions and not isinstance(above, ast.keyword):
        yield from _uncalled(scope, node)
    elif node.id in scope.names(node) or node.id in scope.globals | {*OTHER, "sum"}:
        yield from _stored_elsewhere(scope, node)
        yield from _child_itself(scope, node, above)
        yield from _another_variable(scope, node, above)


def _another_function(scope: Scope, node: ast.Name, bound: set[str]) -> Swaps:
    if node.id not in bound:
        near = difflib.get_close_matches(node.id, scope.functions, 2, HOW_NEAR)
        for each in near:
            yield node, each, "spelling", "function"
    own = scope.functions.get(node.id)
    arity = len(own.args.args) if own else None
    for each, other in scope.functions.items():
        if each == node.id or arity is None:
            continue
        is_alike = each[:2] == node.id[:2]
        if abs(len(other.args.args) - arity) <= is_alike:
            yield node, each, "callee", ""


def _misspelt(scope: Scope, node: ast.Name, bound: set[str]) -> Swaps:
    word = [node.id.title()] if node.id in WORDS else []
    infinity = [INF] if "inf" in node.id.lower() else []
    near = difflib.get_close_matches(node.id, sorted(bound), 3, HOW_NEAR)
    for each in dict.fromkeys((*word, *infinity, *near, *scope.names(node))):
        yield node, each, "spelling", ""


def switched(scope: Scope, node: ast.Name) -> Swaps:
    """The other player, where the one who moves is meant to change."""
    if is_stored(node) or not MOVER.search(node.id) or node.id in scope.functions:
        return
    for each in filter(OTHER_PLAYER.search, scope.functions):
        yield node, f"{each}({node.id})", "mover", "switched"
    pairs = [("max", "min"), *combinations(scope.strings[:MOST_MARKS], 2)]
    for one, other in pairs:
        new = f"{other!r} if {node.id} == {one!r} else {one!r}"
        yield node, new, "mover", "switched"


def swaps_to_turn_by_count(scope: Scope, node: ast.Return) -> Swaps:
    """Whose turn it is goes by how many marks each has on the board."""
    function, value = scope.function(node), node.value
    if function is None or not MOVER_ASKED.search(function.name) or value is None:
        return
    for state in parameters(function)[:1]:
        for one, other in permutations(scope.strings[:MOST_MARKS], 2):
            for way in ("{0}.count({1!r})", "sum(row.count({1!r}) for row in {0})"):
                test = f"{way.format(state, one)} == {way.format(state, other)}"
                yield value, f"'max' if {test} else 'min'", "mover", "counted"


def _uncalled(scope: Scope, node: ast.Name) -> Swaps:
    """The name of a function where its value is meant, as other calls have it."""
    texts = {ast.unparse(n) for n in scope.nodes if isinstance(n, ast.Call)}
    for call in sorted(texts):
        is_plain = re.match(r"\w+\((?!.*\()", call)
        if is_plain and call.partition("(")[0] in scope.functions:
            yield node, node.id + call[call.index("(") :], "argument", "call"


def _stored_elsewhere(scope: Scope, node: ast.Name) -> Swaps:
    """A value goes into a name that is misspelt, and read under another."""
    function = scope.function(node)
    if not is_stored(node) or function is None:
        return
    read = scope.names_read(function)
    near: list[str] = []
    if node.id not in read:
        near = difflib.get_close_matches(node.id, sorted(scope.names(node)), 3, 0.7)
    unknown = read - scope.known_names - scope.names(node).keys()
    for each in sorted({*unknown, *near}):
        yield node, ast.Name(each, node.ctx), "spelling", "stored"


def _child_itself(scope: Scope, node: ast.Name, above: ast.AST) -> Swaps:
    """A function is given the state or the action where the child is meant.

    Or a state is returned as a part of what is found, and its child is meant.
    """
    game = scope.game_expression(node)
    is_own = isinstance(above, ast.Call) and called_name(above) in scope.functions
    is_part = isinstance(above, ast.Tuple) and isinstance(
        scope.parent[above][0], ast.Return
    )
    kind = scope.names(node).get(node.id, UNKNOWN)
    kinds = (STATE,) if is_part else (STATE, ACTION, UNKNOWN)
    if not (is_own or is_part) or not game or kind not in kinds:
        return
    for action in scope.names(node, ACTION):
        for state in scope.names(node, STATE):
            if node.id in (state, action):
                yield node, f"{game}.result({state}, {action})", "argument", "child"


def _another_variable(scope: Scope, node: ast.Name, above: ast.AST) -> Swaps:
    names = scope.names(node)
    mine = names.get(node.id, UNKNOWN)
    is_best = isinstance(above, ast.Return) and _is_best_so_far(scope, node)
    for each, other in names.items():
        if each == node.id or {mine, other} & {"game", "self"}:
            continue
        if is_best and BOUND.match(each):  # as far as a bound it is as good
            continue
        of_action = ACTION in (mine, other) and not isinstance(above, ast.Call)
        if mine == other or not mine or not other or of_action:
            role = "bound" if BOUND.match(each + node.id) else ""
            is_target = is_stored(node) and not isinstance(above, ast.Assign)
            new = ast.Name(each, node.ctx)
            yield node, new, "variable", "target" if is_target else role


def _is_best_so_far(scope: Scope, node: ast.Name) -> bool:
    """Whether a value is there before the first child, and changes in the loop."""
    function = scope.function(node)
    same = (n for n in ast.walk(function or node) if isinstance(n, ast.Name))
    stored = [n for n in same if n.id == node.id and is_stored(n)]
    inside = [each.lineno for each in stored if scope.loop(each)]
    outside = [each.lineno for each in stored if not scope.loop(each)]
    return bool(inside and outside) and min(outside) < min(inside)


def attribute(scope: Scope, node: ast.Attribute) -> Swaps:
    """Another question to the game, one that is called, another method."""
    if node.attr in ("inf", "maxsize"):
        yield from swaps_of_start_value(scope, node)
    base, above = ast.unparse(node.value), scope.parent[node][0]
    is_called = isinstance(above, ast.Call) and above.func is node
    if base.endswith("game"):
        if node.attr not in QUESTIONS:
            for each in difflib.get_close_matches(node.attr, QUESTIONS, 2, 0.5):
                yield node, f"{base}.{each}", "spelling", ""
        if not is_called:
            for state in scope.names(node, STATE, UNKNOWN):
                yield node, f"{ast.unparse(node)}({state})", "argument", "call"
        for each in ALIKE.get(node.attr, ()):
            yield node, f"{base}.{each}", "callee", "game"
    elif base == "self" and is_called and node.attr in scope.functions:
        yield from _another_method(scope, node)


def calls_itself(scope: Scope, node: ast.Call) -> Swaps:
    """The function itself, where it calls another one with fewer of its arguments."""
    function, other = scope.function(node), scope.functions.get(called_name(node))
    if function is None or other is None or other is function or node.keywords:
        return
    own, given = parameters(function), [ast.unparse(each) for each in node.args]
    if own[: len(given)] == parameters(other)[: len(given)] and len(own) > len(given):
        new = ", ".join([*given, *own[len(given) :]])
        yield node, f"{function.name}({new})", "callee", "itself"


def by_key(scope: Scope, node: ast.Call) -> Swaps:
    """The best of several by a key, where the key is taken for one of them."""
    del scope
    if len(node.args) == 2 and not node.keywords:
        source, key = map(ast.unparse, node.args)
        if isinstance(node.args[1], ast.Lambda) or "getter(" in key:
            new = f"{ast.unparse(node.func)}({source}, key={key})"
            yield node, new, "argument", "by a key"
            yield node, f"{new}[0]", "argument", "by a key"


def depth_of_node(scope: Scope, node: ast.Attribute) -> Swaps:
    """The depth that a call is given, where that of all calls is read."""
    if DEPTH.search(node.attr) and isinstance(node.ctx, ast.Load):
        for each in filter(DEPTH.search, scope.names(node, NUMBER)):
            yield node, each, "depth", "of this node"


def _another_method(scope: Scope, node: ast.Attribute) -> Swaps:
    arity = len(scope.functions[node.attr].args.args)
    for each, other in scope.functions.items():
        if len(other.args.args) == arity and each != node.attr:
            yield node, f"self.{each}", "callee", ""


# ── Calls ──────────────────────────────────────────────────────────────────────────


def swaps_to_argument(scope: Scope, node: ast.Call) -> Swaps:
    """What a function makes of its argument is not wanted, or of the other side."""
    base, given = ast.unparse(node.func), node.args
    kind = called_name(node)
    if kind in WRAPPERS and given:
        yield node, given[0], "order", ""
    if kind == "pop" and not given:
        yield node, f"{base}(0)", "order", ""
    if kind == "index" and isinstance(scope.parent[node][0], ast.Return):
        for state in scope.names(node, STATE):
            yield node, f"game.actions({state})[{ast.unparse(node)}]", "index", "action"
    if kind == "choice" and given:
        yield node, f"{ast.unparse(given[0])}[0]", "order", "first"
    if kind in VIEWS and not given and isinstance(node.func, ast.Attribute):
        for each in VIEWS - {kind}:
            yield node, f"{ast.unparse(node.func.value)}.{each}()", "index", "view"
    if kind == "float" and OF_TEXT.search(ast.unparse(node)):
        yield from swaps_of_start_value(scope, node)
    first = given[0] if given else None
    is_ratio = isinstance(first, ast.BinOp) and isinstance(first.op, ast.Div)
    if kind == "log" and is_ratio:
        left, right = ast.unparse(first.left), ast.unparse(first.right)  # type: ignore[union-attr]
        yield node, f"{base}({left}) / ({right})", "arithmetic", "exchanged"


def _picked(value: ast.expr, pair: str, given: Sequence[str]) -> Swaps:
    """The larger of two, or the smaller, or whichever the player wants."""
    for pick in ("max", "min"):
        yield value, f"{pick}{pair}", "accumulate", pick
    for name in filter(MOVER.search, given):
        new = f"max{pair} if {name} == 'max' else min{pair}"
        yield value, new, "mover", "of this player"


def inside_the_root(scope: Scope, node: ast.BinOp) -> Swaps:
    """What stands behind a root is divided before it is drawn."""
    del scope
    root = node.left
    is_root = isinstance(root, ast.Call) and called_name(root) == "sqrt"
    if isinstance(node.op, ast.Div) and is_root:
        for each in root.args:  # type: ignore[attr-defined]
            new = f"{text_as_operand(each)} / {text_as_operand(node.right)}"
            yield node, f"{ast.unparse(root.func)}({new})", "arithmetic", "inside"  # type: ignore[attr-defined]


def under_root(scope: Scope, node: ast.BinOp | ast.Call) -> Swaps:
    """What UCB1 has under its root, of the numbers that stand there."""
    if "math" not in scope.known_names:
        return
    if isinstance(node, ast.Call):
        inner = node.args[0] if called_name(node) == "sqrt" and node.args else None
    else:
        is_root = isinstance(node.op, ast.Pow) and ast.unparse(node.right) == "0.5"
        inner = node.left if is_root else None
    if inner is None or isinstance(inner, (ast.Name, ast.Constant)):
        return
    leaves = (n for n in ast.walk(inner) if isinstance(n, (ast.Name, ast.Attribute)))
    numbers = [
        text for text in dict.fromkeys(map(ast.unparse, leaves)) if text != "math"
    ]
    for total, own in permutations(numbers[:MOST_MARKS], 2):
        new = f"math.log({total}) / {own}"
        yield inner, new, "arithmetic", "under the root"


def bonus(scope: Scope, node: ast.Return) -> Swaps:
    """A mean, and more where few playouts were made, by what is given and not read."""
    function, value = scope.function(node), node.value
    if (
        function is None
        or not isinstance(value, ast.BinOp)
        or "math" not in scope.known_names
    ):
        return
    names = [n.id for n in ast.walk(function) if isinstance(n, ast.Name)]
    unread = [each for each in parameters(function) if each not in names]
    if isinstance(value.op, ast.Div) and unread:
        own = text_as_operand(value.right)
        for total, c in permutations([*unread, "2 ** 0.5"], 2):
            root = f"math.sqrt(math.log({total}) / {own})"
            new = f"{ast.unparse(value)} + {c} * {root}"
            yield value, new, "missing", "bonus"


def swaps_of_ucb1_parts(scope: Scope, node: ast.Call) -> Swaps:
    """The parts of UCB1: a logarithm, a root, the constant before it."""
    base, text = ast.unparse(node.func), ast.unparse(node)
    math = base.rpartition(".")[0]
    dot = f"{math}." if math else ""
    if called_name(node) in LOGARITHMS:
        yield node.func, f"{dot}log", "callee", ""
    if called_name(node) == "log":
        yield node, f"2 * {text}", "arithmetic", "constant"
    if called_name(node) != "sqrt" or len(node.args) != 1:
        return
    inner = node.args[0]
    for name in (f"{dot}sqrt(2)", *scope.names(node, NUMBER, UNKNOWN)):
        yield node, f"{name} * {text}", "arithmetic", "constant"
    if isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Div):
        left, right = ast.unparse(inner.left), text_as_operand(inner.right)
        yield inner, f"{dot}log({left}) / {right}", "arithmetic", "log"
        yield node, f"{base}({left}) / {right}", "arithmetic", "outside"
    if isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Mult):
        for one, other in ((inner.left, inner.right), (inner.right, inner.left)):
            new = f"{text_as_operand(one)} * {base}({ast.unparse(other)})"
            yield node, new, "arithmetic", "outside"


def best_of(scope: Scope, node: ast.Call) -> Swaps:
    """`max` and `min` with one argument less, without a key, or with one."""
    del scope
    if called_name(node) not in OTHER:
        return
    if len(node.args) == 2:
        for each in node.args:
            yield node, each, "accumulate", "part"
        both = " + ".join(map(ast.unparse, node.args))
        yield node, both, "accumulate", "sum"
    if node.keywords:
        yield node, ast.Call(node.func, node.args, []), "index", "key"
        yield from _worth_of_best(node)
    elif len(node.args) == 1:
        text, source = ast.unparse(node), ast.unparse(node.args[0])
        for key in ("lambda pair: pair[0]", "lambda pair: pair[1]", f"{source}.get"):
            yield node, f"{text[:-1]}, key={key})", "index", "key"


def _worth_of_best(node: ast.Call) -> Swaps:
    """What the best one is worth, in place of that one."""
    key, *_ = (each.value for each in node.keywords)
    if isinstance(key, ast.Lambda) and len(node.args) == len(key.args.args) == 1:
        worth, source = ast.unparse(key.body), ast.unparse(node.args[0])
        new = f"{called_name(node)}({worth} for {key.args.args[0].arg} in {source})"
        yield node, new, "index", "key"


def swaps_to_call_elsewhere(scope: Scope, node: ast.Call) -> Swaps:
    """The game is asked about what it is asked about elsewhere."""
    if not node.args or not scope.asks_game(node):
        return
    bound = {*scope.names(node), *scope.known_names}
    for text in scope.questions_to_game:
        if names_of(text) <= bound:
            yield node.args[0], text, "argument", "as elsewhere"


def payoff(scope: Scope, node: ast.Call) -> Swaps:
    """Whose payoff is meant, and with which sign."""
    if called_name(node) not in ("utility", "evaluate") or not node.args:
        return
    base, state, text = (ast.unparse(n) for n in (node.func, node.args[0], node))
    names = scope.names(node)
    whose = [f", {n}" for n in names if re.search("player|view|me$|who", n)]
    asked = base.rpartition(".")[0] or "game"
    for who in ("", f", {asked}.to_move({state})", *whose):
        yield node, f"{base}({state}{who})", "sign", "whose payoff"
    for sign in filter(SIGN.search, names):
        yield node, f"{sign} * {text}", "sign", "of the player"


def negated(scope: Scope, node: Any) -> Swaps:
    """What a function of one's own, or a payoff, is worth to the other player."""
    is_own = called_name(node) in scope.functions
    worth, above = node, scope.parent[node][0]
    if isinstance(above, ast.Subscript) and above.value is node:
        worth, above = above, scope.parent[above][0]
    is_plain = not isinstance(above, (ast.UnaryOp, ast.Expr))
    if is_plain and (is_own or called_name(node) in ("utility", "evaluate")):
        yield worth, ast.UnaryOp(ast.USub(), worth), "sign", ""


def arguments(scope: Scope, node: ast.Call) -> Swaps:
    """Two arguments exchanged, one too many, or some that are missing."""
    own = scope.functions.get(called_name(node))
    is_asked = scope.asks_game(node)
    if own is None and not is_asked:
        return
    given: list[Any] = node.args
    wanted = [""] * QUESTIONS.get(called_name(node), len(given))
    if own is not None:
        wanted = [a.arg for a in own.args.args if a.arg != "self"]

    def anew(new: Sequence[ast.expr | str]) -> ast.Call:
        parts = [_parsed(e) if isinstance(e, str) else e for e in new]
        return ast.Call(node.func, parts, node.keywords)

    pairs = combinations(range(len(given)), 2)
    for i, j in [(i, j) for i, j in pairs if _is_flag(given[i]) == _is_flag(given[j])]:
        new = list(given)
        new[i], new[j] = new[j], new[i]
        yield node, anew(new), "window" if i >= 2 else "argument", "exchanged"
    for i in range(len(given)) if len(given) > len(wanted) else ():
        yield node, anew([*given[:i], *given[i + 1 :]]), "argument", "one less"
    for i, parameter in enumerate(wanted if len(given) < len(wanted) else ()):
        values = [parameter, f"not {parameter}", f"-{parameter}"]
        if own is None:
            values = [*scope.names(node, STATE, NUMBER)]
        for value in values:
            more = [*given[:i], value, *given[i:]]
            yield node, anew(more), "argument", "one more"
    if len(wanted) - len(given) > 1 and own is not None:
        yield node, anew([*given, *wanted[len(given) :]]), "argument", "more"


def turned_as_elsewhere(scope: Scope, node: ast.Call) -> Swaps:
    """An argument that other calls of the function turn, or count, before."""
    function = called_name(node)
    if function not in scope.functions:
        return
    calls = (n for n in scope.nodes if isinstance(n, ast.Call) and n is not node)
    others = [n for n in calls if called_name(n) == function]
    for at, own in enumerate(node.args):
        if not isinstance(own, (ast.Name, ast.Attribute)):
            continue
        given = [each.args[at] for each in others if at < len(each.args)]
        turned = [n for n in given if isinstance(n, (ast.BinOp, ast.UnaryOp))]
        for text in dict.fromkeys(map(ast.unparse, turned)):
            names = names_of(text)
            if len(names) == 1:
                new = re.sub(rf"\b{names.pop()}\b", ast.unparse(own), text)
                yield own, new, "argument", "as elsewhere"


def _is_flag(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, bool)


def _parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def result_of_call(scope: Scope, node: ast.Call) -> Swaps:
    """One part of what a function returns, or that weighed by its probability."""
    if called_name(node) not in scope.functions:
        return
    text, above = ast.unparse(node), scope.parent[node][0]
    for i in (0, 1):
        yield node, f"{text}[{i}]", "index", f"{PART} {i}"
    for reader in _readers_elsewhere(scope, node, above):
        yield node, f"{reader}({text})", "index", "as elsewhere"
    is_plain = not isinstance(above, (ast.UnaryOp, ast.Expr, ast.BinOp))
    if scope.loop(node) and is_plain:
        for each in scope.names(node, NUMBER):
            if not BOUND.match(each) and not DEPTH.search(each):
                yield node, f"{each} * {text}", "mean", "probability"


def _readers_elsewhere(scope: Scope, node: ast.Call, above: ast.AST) -> set[str]:
    """What other places read the results of a function with, and this one does not."""
    calls = [n for n in scope.nodes if isinstance(n, ast.Call) and len(n.args) == 1]
    readers = {
        ast.unparse(each.func)
        for each in calls
        if isinstance(each.args[0], ast.Call)
        if called_name(each.args[0]) == called_name(node)
        if called_name(each) in scope.functions
    }
    used = called_name(above) if isinstance(above, ast.Call) else ""
    return set() if used in readers else readers


def argument(scope: Scope, node: ast.Call) -> Swaps:
    """A depth one more or less, a bound that moves, the other player."""
    if called_name(node) not in scope.functions:
        return
    numbers = [n for n in scope.names(node, NUMBER) if not DEPTH.search(n)]
    values = [n for n in numbers if not BOUND.match(n)]
    for each in node.args:
        text = each.id if isinstance(each, ast.Name) else ""
        if DEPTH.search(text):
            for sign in "-+":
                yield each, f"{text} {sign} 1", "depth", ""
        elif BOUND.match(text):
            yield each, f"-{text}", "sign", "argument"
            yield each, f"-{INF}" if LOW.match(text) else INF, "window", "anew"
            pick = "max" if LOW.match(text) else "min"
            for value in values:
                yield each, f"{pick}({text}, {value})", "window", "value"
        elif SIGN.search(text):
            yield each, f"-{text}", "sign", "argument"
        elif PLAYER.search(text):
            yield each, f"not {text}", "mover", ""


def swaps_to_unpack_pair(scope: Scope, node: ast.Assign) -> Swaps:
    """One part of a pair that a function returns, where a single one is unpacked."""
    target, call = node.targets[0], node.value
    is_own = isinstance(call, ast.Call) and called_name(call) in scope.functions
    if is_own and isinstance(target, ast.Tuple) and len(target.elts) == 1:
        name = ast.unparse(target.elts[0])
        yield target, f"{name}, _", "index", f"{PART} 0"
        yield target, f"_, {name}", "index", f"{PART} 1"


Family = Callable[[Scope, Any], Swaps]
OF_EXPRESSION: dict[type[ast.AST], tuple[Family, ...]] = {
    ast.Compare: (comparison, above_if_any),
    ast.UnaryOp: (negation, negated_by_mover),
    ast.BinOp: (formula, inside_the_root, under_root, negated_by_mover),
    ast.BoolOp: (connection,),
    ast.IfExp: (condition,),
    ast.If: (condition, swaps_to_non_empty, also_asked),
    ast.While: (condition, up_to_the_root, also_asked),
    ast.Subscript: (subscript, swaps_of_pick_from_sorted),
    ast.Tuple: (pair,),
    ast.Constant: (constant,),
    ast.Name: (extremum, name, switched),
    ast.Attribute: (attribute, depth_of_node, part_of_record),
    ast.Call: (
        *(
            swaps_to_argument,
            averaged,
            swaps_of_ucb1_parts,
            under_root,
            span,
            best_of,
            payoff,
            negated,
            called_by_mover,
        ),
        arguments,
        *(swaps_to_call_elsewhere, most_visited, ties, sorted_by_mover, quantified),
        swaps_to_first_of_equals,
        swaps_to_row,
        *(result_of_call, window_of_call, argument, turned_as_elsewhere),
        *(calls_itself, by_key),
    ),
    ast.Return: (returned, bonus, swaps_to_turn_by_count),
    ast.Assign: (
        *(assigned, keeps_own_bounds, starts_by_mover, swaps_to_copy),
        swaps_to_unpack_pair,
    ),
    ast.comprehension: (filtered, pairs_of_range),
    ast.ListComp: (
        *(swaps_of_names, transposed, swaps_to_same_place, swaps_to_one_by_one),
    ),
    ast.GeneratorExp: (transposed, swaps_to_same_place),
    ast.For: (unpacked, pairs_of_range),
}


def swaps(scope: Scope, node: ast.AST) -> Swaps:
    """What may come in place of a node, or of a part of it."""
    for family in OF_EXPRESSION.get(type(node), ()):
        yield from family(scope, node)
