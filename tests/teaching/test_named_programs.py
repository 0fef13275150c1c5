"""Whole programs as students wrote them: the mistake that each made is named, or none.

They are written otherwise than the reference, with one line or two changed, and looked
at on the trees of the units.
"""

from __future__ import annotations

from functools import cache
from types import ModuleType

import pytest

from autograder.answers import file as answers
from autograder.assignment.questions import Assignment
from autograder.judging.compare import judge
from autograder.judging.sheet import Sheet
from autograder.judging.verdicts import Verdict
from autograder.teaching import catalogue
from autograder.teaching.causes import Explained, Foretold
from autograder.teaching.diagnosis import diagnose
from tests import mistaken
from tests.cases import for_each
from tests.small import ROOT

LINE = """
def minimax(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    best = {"max": max, "min": min}[game.to_move(state)]
    return best(minimax(game, child) for _, child in game.successors(state))

def principal_variation(game, state):
    line = []
    while not game.is_terminal(state):
        sign = 1 if game.to_move(state) == "max" else -1
        best = None
        for action, child in game.successors(state):
            v = sign * minimax(game, child)
            if best is None or v > best[0]:
                best = (v, action, child)
        line.append(best[1])
        state = best[2]
    return line
"""
SINGULAR = """
def look(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    better = max if game.to_move(state) == "max" else min
    return better([look(game, s, depth - 1) for _, s in game.successors(state)])

max_value = min_value = look

def singular_search(game, state, depth, margin):
    table, sign = [], 1 if game.to_move(state) == "max" else -1
    for place, (action, child) in enumerate(game.successors(state)):
        table.append((sign * look(game, child, depth - 1), -place, action, child))
    table.sort(reverse=True, key=lambda row: row[:2])
    first, *others = table
    if others and first[0] - others[0][0] >= margin:
        if others[0][0] > sign * look(game, first[3], depth):
            return others[0][2]
    return first[2]
"""
DISPATCHER = """
INF = float("inf")

def alpha_beta_search(game, state):
    low, high, choice = -INF, INF, None
    for action, child in game.successors(state):
        got = value(game, child, low, high)
        if game.to_move(state) == "max" and got > low:
            low, choice = got, action
        elif game.to_move(state) == "min" and got < high:
            high, choice = got, action
    return choice

def value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta)
    return min_value(game, state, alpha, beta)

def max_value(game, state, alpha, beta):
    best = -INF
    for action in game.actions(state):
        got = value(game, game.result(state, action), alpha, beta)
        best = max(best, got)
        if best >= beta:
            break
        alpha = max(alpha, best)
    return best

def min_value(game, state, alpha, beta):
    worst = INF
    for action in game.actions(state):
        worst = min(worst, value(game, game.result(state, action), alpha, beta))
        if worst <= alpha:
            break
        beta = min(beta, worst)
    return worst
"""
PLAYER = """
OTHER = {"max": "min", "min": "max"}

def df_minimax_search(game, state):
    me = game.to_move(state)
    pick = max if me == "max" else min
    worth = lambda a: df_minimax(game, game.result(state, a), OTHER[me])
    return pick(game.actions(state), key=worth)

def df_minimax(game, state, player):
    if game.is_terminal(state):
        return game.utility(state)
    found = [df_minimax(game, s, OTHER[player]) for _, s in game.successors(state)]
    found.sort()
    return found[-1] if player == "max" else found[0]
"""
CUTS = """
def df_alpha_beta_search(game, state):
    me, a, b, pick = game.to_move(state), -float("inf"), float("inf"), None
    for move in game.actions(state):
        child = game.result(state, move)
        v = alpha_beta(game, child, "min" if me == "max" else "max", a, b)
        if me == "max" and v > a:
            a, pick = v, move
        if me == "min" and v < b:
            b, pick = v, move
    return pick

def alpha_beta(game, state, player, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    for _, child in game.successors(state):
        v = alpha_beta(game, child, "min" if player == "max" else "max", alpha, beta)
        if player == "max":
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
        if beta <= alpha:
            break
    return alpha if player == "max" else beta
"""
PRUNING = """
def alpha_beta_pruning(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    mine = game.to_move(state) == "max"
    queue = list(game.successors(state))
    while queue and alpha < beta:
        _, child = queue.pop(0)
        v = alpha_beta_pruning(game, child, alpha, beta)
        if mine:
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
    if alpha >= beta:
        return beta if mine else alpha
    return alpha if mine else beta

def alpha_beta_pruning_search(game, state, alpha, beta):
    mine, chosen = game.to_move(state) == "max", game.actions(state)[0]
    for action, child in game.successors(state):
        v = alpha_beta_pruning(game, child, alpha, beta)
        if mine and v > alpha:
            alpha, chosen = v, action
        if not mine and v < beta:
            beta, chosen = v, action
        if alpha >= beta:
            break
    return chosen
"""
BOUNDED = """
def bounded_minimax_search(game, state, alpha, beta):
    moves = list(game.actions(state))
    found = [minimax(game, game.result(state, a), alpha, beta) for a in moves]
    goal = max(found) if game.to_move(state) == "max" else min(found)
    return moves[found.index(goal)]

def minimax(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    turn = game.to_move(state)
    for action in game.actions(state):
        v = minimax(game, game.result(state, action), alpha, beta)
        if turn == "max":
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
    return {"max": alpha, "min": beta}[turn]
"""
VIEWPOINT = """
WORTH = {"max": 1, "min": -1}

def viewpoint_search(game, state):
    mover = game.to_move(state)
    best, most = None, float("-inf")
    for action, child in game.successors(state):
        v = value(game, child, mover)
        if v > most:
            best, most = action, v
    return best

def value(game, state, viewpoint):
    if game.is_terminal(state):
        return game.utility(state, viewpoint)
    found = [value(game, child, viewpoint) for _, child in game.successors(state)]
    return max(found) if game.to_move(state) == viewpoint else min(found)
"""
STACK = """
def alpha_beta_dfs(game, root, alpha, beta):
    stack, answer = [[root, None, alpha, beta, None]], None
    while stack:
        node = stack[-1]
        up = node[1]
        if up is not None and up[2] >= up[3]:
            stack.pop()
            continue
        if node[4] is None and not game.is_terminal(node[0]):
            node[4] = game.to_move(node[0])
            if up is not None:
                node[2], node[3] = up[2], up[3]
            for _, child in reversed(list(game.successors(node[0]))):
                stack.append([child, node, None, None, None])
            continue
        stack.pop()
        if node[4] is None:
            v = game.utility(node[0])
        else:
            v = node[2] if node[4] == "max" else node[3]
        if up is None:
            answer = v
        elif up[4] == "max":
            up[2] = max(up[2], v)
        else:
            up[3] = min(up[3], v)
    return answer
"""
BACKED_UP = """
def minimax_dfs(game, root):
    top = [root, None, None, None]
    stack = [top]
    while stack:
        node = stack[-1]
        if node[2] is None and not game.is_terminal(node[0]):
            node[3] = game.to_move(node[0])
            node[2] = float("-inf") if node[3] == "max" else float("inf")
            for action in reversed(game.actions(node[0])):
                stack.append([game.result(node[0], action), node, None, None])
            continue
        stack.pop()
        if node[3] is None:
            node[2] = game.utility(node[0])
        if node[1] is not None:
            best = max if node[1][3] == "max" else min
            node[1][2] = best(node[1][2], node[2])
    return top[2]

def backup1(mover, parent_value, child_value):
    return (max if mover == "max" else min)(parent_value, child_value)
"""
PROGRAMS = {
    "principal_variation": ("shapes", LINE),
    "singular": ("quiescence", SINGULAR),
    "dispatcher_alpha_beta": ("shapes", DISPATCHER),
    "df_minimax": ("shapes", PLAYER),
    "df_alpha_beta": ("shapes", CUTS),
    "alpha_beta_pruning": ("shapes", PRUNING),
    "bounded_minimax": ("shapes", BOUNDED),
    "viewpoint": ("shapes", VIEWPOINT),
    "alpha_beta_dfs": ("stacks", STACK),
    "minimax_dfs": ("stacks", BACKED_UP),
}
A_CUT = """        if best >= beta:
            break
"""
LATE = "        best = max(best, got)\n" + A_CUT
ASKED = "        if up is not None and up[2] >= up[3]:\n"
OTHERS = '"min" if me == "max" else "max"'
CALL = "(game, child, alpha, beta)\n        if mine:"
ENDS = 'node[2] if node[4] == "max" else node[3]'
STRICT = "no_cut_where_the_bounds_meet"
SAME = "action_of_the_same_player"
WRONG = [  # the question, what becomes what, and the name of that or of its family
    ("principal_variation", "append(best[1])", "append(best[2])", "line_of_states"),
    ("singular", "first[3], depth)", "first[3], depth + 1)", "singular_two_plies"),
    ("df_minimax", "a), OTHER[me])", "a), me)", SAME),
    ("df_alpha_beta", OTHERS, "me", SAME),
    ("df_alpha_beta", "beta <= alpha", "beta < alpha", STRICT),
    ("alpha_beta_pruning", "queue and alpha <", "queue and alpha <=", STRICT),
    ("alpha_beta_dfs", "up[2] >= up[3]", "up[2] > up[3]", STRICT),
    (
        "alpha_beta_pruning",
        CALL,
        CALL.replace("alpha, beta", "-1, 1"),
        "first_window_again",
    ),
    (
        "bounded_minimax",
        '{"max": alpha, "min": beta}',
        '{"max": beta, "min": alpha}',
        "bounds_returned_swapped",
    ),
    (
        "alpha_beta_dfs",
        ENDS,
        ENDS.replace("max", "min"),
        "bounds_returned_swapped",
    ),
    ("viewpoint", "mover)\n", "mover) * WORTH[mover]\n", "whose payoff it is"),
    ("viewpoint", "== viewpoint", "!= viewpoint", "viewpoint_swapped"),
    (
        "alpha_beta_dfs",
        ASKED,
        "        game.is_terminal(node[0])\n" + ASKED,
        "stack_test_at_push",
    ),
    ("alpha_beta_dfs", "= up[2], up[3]", "= alpha, beta", "stack_window_at_push"),
    (
        "minimax_dfs",
        'max if node[1][3] == "max" else min',
        'min if node[1][3] == "max" else max',
        "where a value on the stack goes",
    ),
    ("df_minimax", "s, OTHER[player])", "s, 'max')", "max_calls_itself"),
]
UNNAMED = [  # the question, and what becomes what
    ("principal_variation", "append(best[1])", "append((best[1], sign * best[0]))"),
    ("principal_variation", "return line\n", "return line + [game.utility(state)]\n"),
    ("singular", "depth, margin):", "margin, depth):"),
    ("singular", "first[3], depth)", "first[3], depth + margin)"),
    ("dispatcher_alpha_beta", LATE, A_CUT + "        best = max(best, got)\n"),
]


@cache
def on(unit: str) -> Assignment:
    """The part of a unit of which diagnoses are made."""
    return catalogue.diagnosed(mistaken.unit(ROOT / "test_trees" / unit))


def diagnosed(question: str, text: str) -> tuple[bool, Explained | None]:
    """Whether a program is right on all trees of its unit, and what is said of it."""
    unit, _ = PROGRAMS[question]
    module = ModuleType("submission")
    exec(compile(text, "submission", "exec"), vars(module))  # noqa: S102 - written here
    known = catalogue.load(on(unit), question)
    assert known is not None
    results = [
        judge(
            Sheet(case, answers.load(on(unit), case.tree_name)),
            mistaken.observe(module, case.question, case.tree),
        )
        for case in on(unit).cases
        if case.question.name == question
    ]
    is_right = all(result.verdict is Verdict.CORRECT for result in results)
    return is_right, diagnose(results, known)


def changed(question: str, old: str, new: str) -> str:
    """The right program with one change."""
    _, text = PROGRAMS[question]
    assert text.count(old) == 1
    return text.replace(old, new)


@for_each("question", PROGRAMS)
def test_what_the_programs_are_made_of_is_right(question: str) -> None:
    """A positive control."""
    assert diagnosed(question, PROGRAMS[question][1]) == (True, None)


@for_each("question, old, new, name", WRONG)
def test_the_mistake_that_was_made_is_named(
    question: str, old: str, new: str, name: str
) -> None:
    """Or stands among those that look the same."""
    is_right, found = diagnosed(question, changed(question, old, new))
    assert not is_right
    assert found is not None
    assert found.key == name
    assert found.evidence.foretold is Foretold.ALL
    assert found.evidence.count == found.evidence.tests


@pytest.mark.parametrize("question, old, new", UNNAMED)
def test_what_was_seen_contradicts_each_mistake(
    question: str, old: str, new: str
) -> None:
    """A mistake that nobody listed gets no name of another that is alike in part."""
    is_right, found = diagnosed(question, changed(question, old, new))
    assert not is_right
    assert found is None
