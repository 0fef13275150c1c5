from math import inf


def child_value(game, state, child, alpha, beta):
    return (
        negamax(game, child, alpha, beta)
        if game.to_move(child) == game.to_move(state)
        else -negamax(game, child, -alpha, -beta)
    )


def negamax_alpha_beta_search(game, state):
    alpha, best = -inf, None
    for action, child in game.successors(state):
        if (v := child_value(game, state, child, alpha, inf)) > alpha:
            alpha, best = v, action
    return best


def negamax(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state))
    v = -inf
    for _, child in game.successors(state):
        v = max(v, child_value(game, state, child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v
