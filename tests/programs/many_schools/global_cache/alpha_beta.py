import math

seen = {}


def ab(game, s, a, b):
    if s in seen:
        return seen[s]
    if game.is_terminal(s):
        seen[s] = game.utility(s)
        return seen[s]
    if game.to_move(s) == "max":
        best = -math.inf
        for _, t in game.successors(s):
            best = max(best, ab(game, t, a, b))
            if best >= b:
                break
            a = max(a, best)
    else:
        best = math.inf
        for _, t in game.successors(s):
            best = min(best, ab(game, t, a, b))
            if best <= a:
                break
            b = min(b, best)
    seen[s] = best
    return best


def max_value(game, state, alpha, beta):
    return ab(game, state, alpha, beta)


def min_value(game, state, alpha, beta):
    return ab(game, state, alpha, beta)


def alpha_beta_search(game, state):
    alpha, beta, action = -math.inf, math.inf, None
    for a, t in game.successors(state):
        v = ab(game, t, alpha, beta)
        if game.to_move(state) == "max" and v > alpha:
            alpha, action = v, a
        if game.to_move(state) == "min" and v < beta:
            beta, action = v, a
    return action
