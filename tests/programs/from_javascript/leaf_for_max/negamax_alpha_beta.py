import math


def negamax(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    me = game.to_move(state)
    best = -math.inf
    for _, child in game.successors(state):
        if game.to_move(child) == me:
            score = negamax(game, child, alpha, beta)
        else:
            score = -negamax(game, child, -beta, -alpha)
        best = max(best, score)
        if best >= beta:
            break
        alpha = max(alpha, best)
    return best


def negamax_alpha_beta_search(game, state):
    me = game.to_move(state)
    alpha, choice = -math.inf, None
    for action, child in game.successors(state):
        if game.to_move(child) == me:
            score = negamax(game, child, alpha, math.inf)
        else:
            score = -negamax(game, child, -math.inf, -alpha)
        if choice is None or score > alpha:
            alpha, choice = score, action
    return choice
