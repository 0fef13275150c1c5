import math


def alpha_beta_search(game, state):
    value, move = (_max if game.to_move(state) == "max" else _min)(
        game, state, -math.inf, math.inf
    )
    return move


def max_value(game, state, alpha, beta):
    return _max(game, state, alpha, beta)[0]


def min_value(game, state, alpha, beta):
    return _min(game, state, alpha, beta)[0]


def _max(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state), None
    v, move = -math.inf, None
    for a in game.actions(state):
        v2, _a2 = _min(game, game.result(state, a), alpha, beta)
        if v2 > v:
            v, move = v2, a
            alpha = v
        if v >= beta:
            return v, move
    return v, move


def _min(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state), None
    v, move = math.inf, None
    for a in game.actions(state):
        v2, _a2 = _max(game, game.result(state, a), alpha, beta)
        if v2 < v:
            v, move = v2, a
            beta = v
        if v <= alpha:
            return v, move
    return v, move
