"""One function for both players, by the sign; the root's actions are sorted by it."""

from math import inf


class Stop(Exception):
    pass


def iterative_deepening_alpha_beta_search(game, state):
    sign = 1 if game.to_move(state) == "max" else -1
    order = game.actions(state)
    answer = order[0]
    depth = 1
    try:
        while True:
            horizon = []
            ranked = []
            alpha = -inf
            for place, action in enumerate(order):
                child = game.result(state, action)
                v = -negamax(game, child, -inf, -alpha, depth - 1, -sign, horizon)
                alpha = max(alpha, v)
                ranked.append((-v, place, action))
            order = [action for _, _, action in sorted(ranked)]
            answer = order[0]
            if not horizon:
                return answer
            depth += 1
    except Stop:
        return answer


def negamax(game, state, alpha, beta, depth, sign, horizon):
    if game.time_is_up():
        raise Stop
    if game.is_terminal(state):
        return sign * game.utility(state)
    if depth == 0:
        horizon.append(state)
        return sign * game.evaluate(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, -negamax(game, child, -beta, -alpha, depth - 1, -sign, horizon))
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return v


def max_value(game, state, alpha, beta, depth, horizon):
    return negamax(game, state, alpha, beta, depth, 1, horizon)


def min_value(game, state, alpha, beta, depth, horizon):
    return -negamax(game, state, -beta, -alpha, depth, -1, horizon)
