from math import inf


def max_value(game, s):
    if game.is_terminal(s):
        return game.utility(s)
    v = -inf
    for a in game.actions(s):
        v = max(v, min_value(game, game.result(s, a)))
    return v


def min_value(game, s):
    if game.is_terminal(s):
        return game.utility(s)
    v = +inf
    for a in game.actions(s):
        v = min(v, max_value(game, game.result(s, a)))
    return v


def minimax_search(game, s):
    σ = {"max": 1, "min": -1}[game.to_move(s)]
    φ = min_value if σ > 0 else max_value
    opt = max if σ > 0 else min
    return opt(game.actions(s), key=lambda a: σ * φ(game, game.result(s, a)))
