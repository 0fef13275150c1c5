from math import inf


# The window of the root is widened by a hair so that a tie is searched to its
# end and is never only a bound. Below the root, cut on equality.
def alpha_beta_search(game, state):
    turn = game.to_move(state)
    best_action, alpha, beta = None, -inf, inf
    for action, child in game.successors(state):
        if turn == "max":
            v = min_value(game, child, alpha - 1e-6, inf)
            if v > alpha:
                best_action, alpha = action, v
        else:
            v = max_value(game, child, -inf, beta + 1e-6)
            if v < beta:
                best_action, beta = action, v
    return best_action


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, min_value(game, child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for _, child in game.successors(state):
        v = min(v, max_value(game, child, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
