def alpha_beta_search(game, state):
    alpha, beta, move = float("-inf"), float("inf"), None
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
    for a, s in game.successors(state):
        v = max(v, min_value(game, s, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v

def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    for a, s in game.successors(state):
        v = min(v, max_value(game, s, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
