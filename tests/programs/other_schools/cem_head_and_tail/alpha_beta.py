from math import inf


def alpha_beta_search(game, state):
    pick = search_max if game.to_move(state) == "max" else search_min
    return pick(game, game.successors(state), -inf, inf, None)


def search_max(game, pairs, alpha, beta, best):
    if not pairs:
        return best
    (action, child), *rest = pairs
    v = value(game, child, alpha, beta)
    return search_max(game, rest, v, beta, action) if v > alpha else search_max(game, rest, alpha, beta, best)


def search_min(game, pairs, alpha, beta, best):
    if not pairs:
        return best
    (action, child), *rest = pairs
    v = value(game, child, alpha, beta)
    return search_min(game, rest, alpha, v, action) if v < beta else search_min(game, rest, alpha, beta, best)


def value(game, state, alpha, beta):
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta)
    return min_value(game, state, alpha, beta)


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    return largest(game, [s for _, s in game.successors(state)], -inf, alpha, beta)


def largest(game, children, v, alpha, beta):
    if not children or v >= beta:
        return v
    head, *tail = children
    w = max(v, value(game, head, max(alpha, v), beta))
    return largest(game, tail, w, alpha, beta)


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    return smallest(game, [s for _, s in game.successors(state)], inf, alpha, beta)


def smallest(game, children, v, alpha, beta):
    if not children or v <= alpha:
        return v
    head, *tail = children
    w = min(v, value(game, head, alpha, beta))
    return smallest(game, tail, w, alpha, beta)
