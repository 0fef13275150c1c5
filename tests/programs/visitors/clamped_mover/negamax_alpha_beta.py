from math import inf


def negamax(game, state, alpha, beta):
    """Never outside of the window, at the leaves either."""
    mover = game.to_move(state)
    if game.is_terminal(state):
        return max(alpha, min(beta, game.utility(state, mover)))
    for _, child in game.successors(state):
        if game.to_move(child) == mover:
            alpha = max(alpha, negamax(game, child, alpha, beta))
        else:
            alpha = max(alpha, -negamax(game, child, -beta, -alpha))
        if alpha >= beta:
            return beta
    return alpha


def negamax_alpha_beta_search(game, state):
    alpha, best = -inf, None
    for action, child in game.successors(state):
        if game.to_move(child) == game.to_move(state):
            v = negamax(game, child, alpha, inf)
        else:
            v = -negamax(game, child, -inf, -alpha)
        if v > alpha:
            alpha, best = v, action
    return best
