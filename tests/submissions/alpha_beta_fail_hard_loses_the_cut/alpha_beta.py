# no v: alpha and beta are enough (but the cut returns the wrong one)
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
        alpha = max(alpha, min_value(game, s, alpha, beta))
        if alpha >= beta:
            break
    return beta

def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    for a, s in game.successors(state):
        beta = min(beta, max_value(game, s, alpha, beta))
        if beta <= alpha:
            break
    return alpha
