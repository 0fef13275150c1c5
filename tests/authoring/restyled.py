"""Ten mistakes, each written anew, in another style than the reference has.

Each is the text of a module, by its question and the gravity of its mistake. They were
written without a look at the trees.
"""

from __future__ import annotations

HELPED = """
INF = float("inf")


def max_value(game, state):
    return walk(game, state)


def min_value(game, state):
    return walk(game, state)


def minimax_search(game, state):
    worth = {a: walk(game, s) for a, s in game.successors(state)}
    pick = max if game.to_move(state) == "max" else min
    return pick(worth, key=worth.get)
"""

FAR = """
def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    best = -1_000_000_000
    for action in game.actions(state):
        worth = min_value(game, game.result(state, action))
        best = worth if worth > best else best
    return best


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    best = 1_000_000_000
    for action in game.actions(state):
        worth = max_value(game, game.result(state, action))
        best = worth if worth < best else best
    return best


def minimax_search(game, state):
    mine = game.to_move(state) == "max"
    reply = min_value if mine else max_value
    pick = max if mine else min
    return pick(game.actions(state), key=lambda a: reply(game, game.result(state, a)))
"""
NEAR = FAR.replace("1_000_000_000", "500")

FIRST = """
def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max([min_value(game, child) for _, child in game.successors(state)])


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min([max_value(game, child) for _, child in game.successors(state)])


def minimax_search(game, state):
    other = min_value if game.to_move(state) == "max" else max_value
    ranked = [(other(game, child), action) for action, child in game.successors(state)]
    return ranked[0][1]
"""

BOTH_MAX = (
    HELPED
    + """

def walk(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    values = []
    for action in game.actions(state):
        values.append(walk(game, game.result(state, action)))
    values.sort()
    return values[-1]
"""
)

NOTHING = (
    HELPED
    + """

def walk(game, state):
    if game.is_terminal(state):
        result = game.utility(state)
    elif game.to_move(state) == "max":
        result = max(walk(game, s) for _, s in game.successors(state))
    else:
        result = min(walk(game, s) for _, s in game.successors(state))
"""
)

WINDOW = """
def step(game, state, alpha, beta, sign, other):
    if game.is_terminal(state):
        return game.utility(state)
    best = None
    for _, child in game.successors(state):
        worth = other(game, child, alpha, beta)
        if best is None or sign * worth > sign * best:
            best = worth
        {cut}
        {move}
    return best


def max_value(game, state, alpha, beta):
    return step(game, state, alpha, beta, 1, min_value)


def min_value(game, state, alpha, beta):
    return step(game, state, alpha, beta, -1, max_value)


def alpha_beta_search(game, state):
    low, high, chosen = float("-inf"), float("inf"), None
    mine = game.to_move(state) == "max"
    for action in game.actions(state):
        child = game.result(state, action)
        worth = (min_value if mine else max_value)(game, child, low, high)
        if mine and (chosen is None or worth > low):
            low, chosen = worth, action
        if not mine and (chosen is None or worth < high):
            high, chosen = worth, action
    return {chosen}
"""
CUT = "if (best >= beta) if sign == 1 else (best <= alpha): return best"
CUT_AT_MAX = "if sign == 1 and best >= beta: return best"
MOVE = (
    "alpha, beta = (max(alpha, best), beta) if sign == 1 else (alpha, min(beta, best))"
)
MOVE_BETA = "beta = min(beta, best) if sign == -1 else beta"


def _window(cut: str = CUT, move: str = MOVE, chosen: str = "chosen") -> str:
    return WINDOW.format(cut=cut, move=move, chosen=chosen)


RESTYLED = {  # question, gravity, text
    "a start of -10⁹": ("minimax", "edge/far-start", FAR),
    "a start of -500": ("minimax", "edge/near-start", NEAR),
    "the first action, whatever it is worth": ("minimax", "choice", FIRST),
    "both players take the largest": ("minimax", "role", BOTH_MAX),
    "nothing is returned": ("minimax", "all", NOTHING),
    "nothing is cut": ("alpha_beta", "pruning/none", _window(cut="pass")),
    "MAX alone cuts": ("alpha_beta", "pruning/one-side", _window(cut=CUT_AT_MAX)),
    "alpha stays": ("alpha_beta", "pruning/bound", _window(move=MOVE_BETA)),
    "the last action": (
        "alpha_beta",
        "choice",
        _window(chosen="game.actions(state)[-1]"),
    ),
    "MAX's leaves with the other sign": (
        "alpha_beta",
        "role",
        _window().replace(
            "        return game.utility(state)\n    best",
            "        return -sign * game.utility(state)\n    best",
        ),
    ),
}
