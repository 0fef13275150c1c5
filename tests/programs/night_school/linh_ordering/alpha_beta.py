import math


def order(game, state, reverse):
    """Move ordering: good moves first, then alpha-beta prunes more (tutorial hint)."""

    def guess(pair):
        s = pair[1]
        return game.utility(s) if game.is_terminal(s) else 0

    return sorted(game.successors(state), key=guess, reverse=reverse)


def alpha_beta_search(game, state):
    alpha = -math.inf
    beta = math.inf
    best_action = None
    if game.to_move(state) == "max":
        v = -math.inf
        for action, s in game.successors(state):
            value = min_value(game, s, alpha, beta)
            if value > v:
                v = value
                best_action = action
            alpha = max(alpha, v)
    else:
        v = math.inf
        for action, s in game.successors(state):
            value = max_value(game, s, alpha, beta)
            if value < v:
                v = value
                best_action = action
            beta = min(beta, v)
    return best_action


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -math.inf
    for _, s in order(game, state, reverse=True):
        v = max(v, min_value(game, s, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = math.inf
    for _, s in order(game, state, reverse=False):
        v = min(v, max_value(game, s, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
