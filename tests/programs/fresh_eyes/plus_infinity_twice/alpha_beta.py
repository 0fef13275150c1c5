from dataclasses import dataclass


@dataclass
class Best:
    value: float
    action: str = ""


def alpha_beta_search(game, state):
    is_max = game.to_move(state) == "max"
    best = Best(float("-inf") if is_max else float("inf"))
    a, b = float("-inf"), float("inf")
    for act in game.actions(state):
        nxt = game.result(state, act)
        val = min_value(game, nxt, a, b) if is_max else max_value(game, nxt, a, b)
        if (is_max and val > best.value) or (not is_max and val < best.value):
            best = Best(val, act)
        if is_max:
            a = max(a, best.value)
        else:
            b = min(b, best.value)
    return best.action


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = float("inf")
    for act in game.actions(state):
        v = max(v, min_value(game, game.result(state, act), alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = float("inf")
    for act in game.actions(state):
        v = min(v, max_value(game, game.result(state, act), alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
