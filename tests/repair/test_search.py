"""The search finds the line of each kind of fault, and nothing in a right program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from autograder.repair.difference import changed_places
from autograder.repair.scope import Scope, names_in
from autograder.repair.search import Facets, Line, Search, edits_of
from autograder.repair.written import Program, written_out
from tests.cases import for_each
from tests.repair.toys import search_of

MINIMAX = """
import math

def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = -math.inf
    for action in game.actions(state):
        child = game.result(state, action)
        v = max(v, min_value(game, child))
    return v

def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = math.inf
    for action in game.actions(state):
        child = game.result(state, action)
        v = min(v, max_value(game, child))
    return v

def search(game, state):
    best, chosen = -math.inf, None
    for action in game.actions(state):
        v = min_value(game, game.result(state, action))
        if v > best:
            best, chosen = v, action
    return chosen
"""
ALPHA_BETA = """
import math

def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -math.inf
    for action in game.actions(state):
        v = max(v, min_value(game, game.result(state, action), alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v

def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = math.inf
    for action in game.actions(state):
        v = min(v, max_value(game, game.result(state, action), alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v

def search(game, state):
    best, chosen, alpha, beta = -math.inf, None, -math.inf, math.inf
    for action in game.actions(state):
        v = min_value(game, game.result(state, action), alpha, beta)
        if v > best:
            best, chosen = v, action
        alpha = max(alpha, best)
    return chosen
"""
# One function for both players, whose value and action come together.
ONE = """
import math

def best(game, state, is_max):
    if game.is_terminal(state):
        return (game.utility(state), None)
    found, chosen = -math.inf if is_max else math.inf, None
    for action in game.actions(state):
        v = best(game, game.result(state, action), not is_max)[0]
        if is_max and v > found or not is_max and v < found:
            found, chosen = v, action
    return (found, chosen)

def max_value(game, state):
    return best(game, state, True)[0]

def min_value(game, state):
    return best(game, state, False)[0]

def search(game, state):
    return best(game, state, True)[1]
"""
# Where each stands, what is right and what a student wrote in its place, once.
OF_MINIMAX = {
    "extremum": (
        "v = min(v, max_value(game, child))",
        "v = max(v, max_value(game, child))",
    ),
    "start value": ("    v = -math.inf\n", "    v = 0\n"),
    "a large start": ("v = math.inf", "v = 1000"),
    "a start made of a text": ("v = math.inf", "v = float('1000')"),
    "callee": (
        "v = max(v, min_value(game, child))",
        "v = max(v, max_value(game, child))",
    ),
    "sign": (
        "v = min(v, max_value(game, child))",
        "v = min(v, -max_value(game, child))",
    ),
    "comparison": ("if v > best:", "if v < best:"),
    "spelling": (
        "v = max(v, min_value(game, child))",
        "v = max(v, min_value(game, chlid))",
    ),
    "spelling of a function": ("min_value(game, child)", "min_vlaue(game, child)"),
    "argument": ("max_value(game, child)", "max_value(game, action)"),
    "one argument less": ("max_value(game, child)", "max_value(child)"),
    "accumulate": ("v = max(v, min_value(game, child))", "v = min_value(game, child)"),
    "return too early": (
        "        v = min(v, max_value(game, child))\n    return v",
        "        v = min(v, max_value(game, child))\n        return v",
    ),
    "index": (
        "for action in game.actions(state):\n        v = min_value",
        "for action in game.actions(state)[1:]:\n        v = min_value",
    ),
    "result": ("return chosen", "return best"),
    "logic": (
        "if game.is_terminal(state):\n        return game.utility(state)\n    v = math",
        """if not game.is_terminal(state):
        return game.utility(state)
    v = math""",
    ),
    "import": ("import math\n", "\n"),
    "variable": ("best, chosen = v, action", "best, chosen = v, state"),
}
OF_ONE = {
    "nothing where the game is over": (
        "return (game.utility(state), None)",
        "return",
    ),
    "start of the mover": (
        "found, chosen = -math.inf if is_max else math.inf, None",
        "chosen = None\n    found = -math.inf",
    ),
    "sign of a part": ("v = best(", "v = -best("),
}
OF_ALPHA_BETA = {
    "the other bound": ("beta = min(beta, v)", "alpha = min(alpha, v)"),
    "cut before the value": (
        """v = max(v, min_value(game, game.result(state, action), alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
""",
        """worth = min_value(game, game.result(state, action), alpha, beta)
        if v >= beta:
            return v
        alpha = max(alpha, v)
        v = max(v, worth)
""",
    ),
    "cut on the wrong bound": ("if v >= beta:", "if v >= alpha:"),
    "strict cut": ("if v <= alpha:", "if v < alpha:"),
    "no cut": ("        if v <= alpha:\n            return v\n", ""),
    "no bound": ("        beta = min(beta, v)\n", ""),
    "bound by the wrong function": ("beta = min(beta, v)", "beta = max(beta, v)"),
    "window exchanged": (
        "v = max(v, min_value(game, game.result(state, action), alpha, beta))",
        "v = max(v, min_value(game, game.result(state, action), beta, alpha))",
    ),
    "no window handed on": (
        "v = min(v, max_value(game, game.result(state, action), alpha, beta))",
        "v = min(v, max_value(game, game.result(state, action), -math.inf, math.inf))",
    ),
}


def lines_told(source: str, *, prunes: bool) -> list[set[int]]:
    """The lines, as written out, of each repair that is found."""
    with search_of(source, prunes=prunes) as search:
        written = search.program.sources["search"]
        search.find_repairs()
        return [
            {
                each.first + 1
                for each in changed_places(written, r.program.sources["search"])
            }
            for r in search.whole
        ]


def lines_of_fault(source: str, right: str) -> set[int]:
    """The lines that differ from the right program, as written out, and beside them."""
    return {
        number
        for each in changed_places(written_out(source), written_out(right))
        for number in range(each.first - 1, each.last + 3)
    }


def test_a_cut_that_is_missing_in_a_loop_is_told_at_its_end() -> None:
    """It would do at several places of the loop, all of which are one mistake."""
    right, nothing = OF_ALPHA_BETA["no cut"]
    source = ALPHA_BETA.replace(right, nothing, 1)
    told = lines_told(source, prunes=True)
    written = written_out(source).split("\n")
    ends = [n for n, line in enumerate(written) if "beta = min(beta, v)" in line]
    assert told
    assert all(lines == {ends[0] + 2} for lines in told)  # behind it, from one


def test_the_start_values_of_both_players_are_one_mistake() -> None:
    """Both are told, with the infinity of each."""
    source = MINIMAX.replace("v = -math.inf", "v = -3", 1)
    source = source.replace("v = math.inf", "v = 3", 1)
    with search_of(source, prunes=False) as search:
        search.find_repairs()
        repair = search.whole[0]
        assert {edit.family for edit in repair.edits} == {"start value"}
        assert len(repair.edits) == 2
        text = repair.program.sources["search"]
    assert text.count("v = -float('inf')") == text.count("v = float('inf')") == 1


@for_each("base, prunes", [(MINIMAX, False), (ONE, False), (ALPHA_BETA, True)])
def test_a_right_program_has_no_repair(base: str, *, prunes: bool) -> None:
    """Nothing is looked for: all trials are right."""
    assert lines_told(base, prunes=prunes) == []


@pytest.mark.parametrize("fault", OF_MINIMAX)
def test_faults_of_minimax(fault: str) -> None:
    """The smallest repair stands in the line of the fault."""
    right, wrong = OF_MINIMAX[fault]
    assert MINIMAX.count(right) >= 1
    source = MINIMAX.replace(right, wrong, 1)
    smallest = lines_told(source, prunes=False)[0]
    assert smallest <= lines_of_fault(source, MINIMAX)


@pytest.mark.parametrize("fault", OF_ONE)
def test_faults_of_one_function_for_both(fault: str) -> None:
    """The smallest repair stands in the line of the fault."""
    right, wrong = OF_ONE[fault]
    assert ONE.count(right) == 1
    source = ONE.replace(right, wrong)
    smallest = lines_told(source, prunes=False)[0]
    assert smallest <= lines_of_fault(source, ONE)


@pytest.mark.parametrize("fault", OF_ALPHA_BETA)
def test_faults_of_alpha_beta(fault: str) -> None:
    """The smallest repair stands in the line of the fault."""
    right, wrong = OF_ALPHA_BETA[fault]
    assert ALPHA_BETA.count(right) >= 1
    source = ALPHA_BETA.replace(right, wrong, 1)
    smallest = lines_told(source, prunes=True)[0]
    assert smallest <= lines_of_fault(source, ALPHA_BETA)


BRANCHES = """
def f(xs, is_max):
    if is_max:
        top = -9
        for x in xs:
            top = max(top, x)
        return top
    else:
        low = 1
        for x in xs:
            low = min(low, x)
        return low
"""


def test_a_branch_that_does_as_the_other_keeps_its_own_names() -> None:
    """No line is told that only another name would change."""
    scope = Scope("m", written_out(BRANCHES))
    edits = [*edits_of(scope, frozenset(range(1, 20)), ())]
    twins = [each for each in edits if each.role == "as the twin"]
    own = {each.line: {"top", "low"} & {*names_in(each.after)} for each in twins}
    assert [*own.values()] == [{"top"}, {"low"}]


ODD = """
import random

@remember
def f(game, state, alpha, beta, *more, depth: int = 3, **rest):
    table = values = {}
    values.append()
    alpha > beta
    for x in values:
        values.append()
    for v in values:
        values.append(*more)
    for x in game.actions(state):
        kept = values.append(item=x)
    else:
        values.append(x)
    for (a, b), c in values:
        (alpha, table[a]), beta = (f(*more), c), -f(game, state, beta=-alpha)
        table[a], x.y = f(game, x, -beta, -alpha), lambda z, *w: (z := w)
        best = worth = -f(game, game.result(state, x), -beta, -alpha)
        worth *= -1
    while not (values or table[-1:]):
        del values
        assert table, random.choice(*more)
    match state:
        case [a, *_] if a > beta:
            return
    with open(x) as table[0], x:
        global g
    try:
        return [f(a) for a in values if (b := a)], {**rest}
    except (ValueError, *more):
        raise
    finally:
        async def h(): await x

class A(f(3), metaclass=B): x: int = 3; y, z = x, x
""".strip()


def test_nothing_that_is_python_ends_the_search() -> None:
    """Each family passes over what it does not know."""
    scope = Scope("m", written_out(ODD))
    edits = [*edits_of(scope, frozenset(range(1, 60)), ("f", "search"))]
    assert len({each.family for each in edits}) > 9


Right = Callable[..., tuple[Facets, ...]]  # of each trial, by what f returns


class OfNumbers:
    """Trials of numbers that a function returns; all run all of its lines."""

    def __init__(self, right: Right, sizes: Sequence[int]) -> None:
        self.sizes, self._right = sizes, right

    def facets(self, program: Program, trial: int) -> Facets:
        """What is right of the numbers; nothing where it fails."""
        names: dict[str, Any] = {}
        try:
            exec(program.sources["m"], names)  # noqa: S102 - ours
            return self._right(*names["f"]())[trial]
        except Exception:  # noqa: BLE001 - an edit may break it
            return (False, False)

    def lines(self, program: Program, trial: int) -> set[Line]:
        """All of them."""
        del trial
        return {("m", n) for n in range(1, program.sources["m"].count("\n") + 1)}

    def spend(self, steps: int) -> None:
        """Nothing is limited."""

    def spent(self) -> int:
        """Nothing is counted."""
        return 0

    def is_over(self) -> bool:
        """Never."""
        return False


def of_numbers(right: Right, *numbers: int, deepens: bool) -> Search:
    """A search of a function that returns some numbers, each of a line of its own."""
    rows = [f"    x{at} = {number}\n" for at, number in enumerate(numbers)]
    names = ", ".join(f"x{at}" for at in range(len(numbers)))
    text = "".join(["def f():\n", *rows, f"    return ({names})\n"])
    sizes = range(len(right(*numbers)), 0, -1)
    trials = OfNumbers(right, sizes)
    return Search(Program({"m": text}), trials, ("f",), deepens=deepens)


@for_each("deepens", [True, False])
def test_one_edit_more_is_tried_on_the_best_before_two_at_once(
    *, deepens: bool
) -> None:
    """It made half of the trials right; and what one trial hides another shows."""

    def right(a: int, b: int) -> tuple[Facets, ...]:
        return (True, b == 6), (a == 4, a == 4, b == 6)

    search = of_numbers(right, 3, 5, deepens=deepens)
    assert search.try_first_edits() is deepens
    shown = any("x0 = 4" in each.program.sources["m"] for each in search.partly)
    assert shown is deepens
    assert search.try_further_edits()
    assert "x0 = 4\n    x1 = 6\n" in search.smallest()[0].program.sources["m"]


def test_equal_edits_are_both_tried_further() -> None:
    """Either of two makes half right: whoever reads of one alone would be misled."""

    def right(a: int, z: int, b: int) -> tuple[Facets, ...]:
        either = a == 4 or z == 40
        return (either,), (either, b == 16)

    search = of_numbers(right, 3, 39, 15, deepens=True)
    assert search.try_first_edits()
    lines = {tuple(sorted(e.line for e in r.edits)) for r in search.smallest()}
    assert lines == {(2, 4), (3, 4)}


def test_three_faults_are_mended_one_after_the_other() -> None:
    """What is tried on the best first is not lost for what comes on top of it."""

    def right(a: int, b: int, c: int) -> tuple[Facets, ...]:
        first = a == 4
        second = first and b == 16
        return (second and c == 26,), (second,), (first,), (first,)

    search = of_numbers(right, 3, 15, 25, deepens=True)
    assert search.try_first_edits() or search.try_further_edits()
    (repair,) = search.smallest(1)
    assert sorted(each.line for each in repair.edits) == [2, 3, 4]


def test_a_comparison_costs_as_much_as_its_signs() -> None:
    """It is as likely as a number that is one too large."""
    text = "def f(depth, limit):\n    return depth > limit or f(depth + 1, limit)\n"
    edits = edits_of(Scope("rows", text), frozenset({1, 2}), ("f",))
    costs = {edit.after: edit.cost for edit in edits}
    assert costs["return depth >= limit or f(depth + 1, limit)"] == 1.0
    assert costs["return depth > limit or f(depth + 2, limit)"] == 1.0


@for_each("asked, cost", [("depth == 0", 1.0), ("player == 2", 1.5)])
def test_which_mark_it_is_asks_for_no_order(asked: str, cost: float) -> None:
    """A depth may be below a number; who plays is one number or the other."""
    scope = Scope("m", f"def f(depth, player):\n    return {asked}\n")
    costs = {e.after: e.cost for e in edits_of(scope, frozenset({2}), ())}
    assert costs[f"return {asked.replace('==', '<=')}"] == cost


def test_a_number_that_nothing_is_compared_with_is_no_mark() -> None:
    """Two marks of one number are a likely mistake; two limits are none."""
    text = "{} = 2\n{} = 2\n\n\ndef f(x):\n    return x {} {}\n"
    roles = []
    for given in (("LOW", "HIGH", "==", "HIGH"), ("PLAYERS", "PLIES", ">", "PLIES")):
        scope = Scope("rows", text.format(*given))
        edits = edits_of(scope, frozenset(range(1, 7)), ("f",))
        roles.append([e.after for e in edits if e.role == "mark of its own"])
    assert roles == [["HIGH = 3"], []]
