import math


def negamax_alpha_beta_search(game, state):
    me = game.to_move(state)
    best_value, best_action = -math.inf, None
    for action, child in game.successors(state):
        if game.to_move(child) == me:
            v = negamax(game, child, best_value, math.inf)
        else:
            v = -negamax(game, child, -math.inf, -best_value)
        if v > best_value:
            best_value, best_action = v, action
    return best_action


def negamax(game, state, alpha, beta):
    me = game.to_move(state)
    if game.is_terminal(state):
        return game.utility(state, me)
    v = -math.inf
    for action, child in game.successors(state):
        if game.to_move(child) == me:
            v = max(v, negamax(game, child, alpha, beta))
        else:
            v = max(v, -negamax(game, child, -alpha, -beta))
        if v >= beta:
            break
        alpha = max(alpha, v)
    return v
