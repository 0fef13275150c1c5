from math import inf


def alpha_beta_search(game, state):
    alpha = -inf
    beta = inf
    meilleur_score = -inf
    meilleure_action = None
    for action, suivant in game.successors(state):
        score = min_value(game, suivant, alpha, beta)
        if score > meilleur_score:
            meilleur_score = score
            meilleure_action = action
        alpha = max(alpha, meilleur_score)
    return meilleure_action


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for action, suivant in game.successors(state):
        v = max(v, min_value(game, suivant, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for action, suivant in game.successors(state):
        v = min(v, max_value(game, suivant, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
