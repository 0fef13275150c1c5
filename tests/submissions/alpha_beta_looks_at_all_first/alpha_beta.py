from math import inf

# sort the moves so that the leaves with the best payoff come first
def ordered(game, state, best_first):
    children = [s for _, s in game.successors(state)]
    return sorted(children, key=lambda s: game.utility(s) if game.is_terminal(s) else 0, reverse=best_first)

def alpha_beta_search(game, state):
    alpha, beta, move = -inf, inf, None
    for a, s in game.successors(state):
        if game.to_move(state) == "max":
            w = min_value(game, s, alpha, beta)
            if w > alpha:
                alpha, move = w, a
        else:
            w = max_value(game, s, alpha, beta)
            if w < beta:
                beta, move = w, a
    return move

def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for s in ordered(game, state, True):
        v = max(v, min_value(game, s, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v

def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for s in ordered(game, state, False):
        v = min(v, max_value(game, s, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
