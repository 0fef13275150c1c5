from math import inf


def depth_limited_alpha_beta_search(game, state, depth):
    return search(game, state, -inf, inf, depth)[1]


def max_value(game, state, alpha, beta, depth):
    return search(game, state, alpha, beta, depth)[0]


def min_value(game, state, alpha, beta, depth):
    return search(game, state, alpha, beta, depth)[0]


def search(game, state, alpha, beta, depth):
    """Strict cuts, with the action beside the value."""
    if game.is_terminal(state):
        return game.utility(state), None
    if depth == 0:
        return game.evaluate(state), None
    is_max = game.to_move(state) == "max"
    best, move = (-inf if is_max else inf), None
    for action, child in game.successors(state):
        v, _ = search(game, child, alpha, beta, depth - 1)
        if is_max:
            if v > best:
                best, move = v, action
            if best > beta:
                break
            alpha = max(alpha, best)
        else:
            if v < best:
                best, move = v, action
            if best < alpha:
                break
            beta = min(beta, best)
    return best, move
