def negamax_alpha_beta_search(game, state):
    alpha, beta = float("-inf"), float("inf")
    best = None
    for a in game.actions(state):
        s = game.result(state, a)
        if game.to_move(s) == game.to_move(state):
            v = negamax(game, s, alpha, beta)
        else:
            v = -negamax(game, s, -beta, -alpha)
        if v > alpha:
            alpha, best = v, a
    return best


def negamax(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state))
    v = float("-inf")
    for a in game.actions(state):
        s = game.result(state, a)
        if game.to_move(s) == game.to_move(state):
            v = max(v, negamax(game, s, alpha, beta))
        else:
            v = max(v, -negamax(game, s, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v
