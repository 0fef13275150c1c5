import math


def max_value(game, state, alpha=-math.inf, beta=math.inf):
    if game.is_terminal(state):
        return game.utility(state)
    v = -math.inf
    for action, successor in game.successors(state):
        v = max(v, min_value(game, successor, alpha))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha=-math.inf, beta=math.inf):
    if game.is_terminal(state):
        return game.utility(state)
    v = math.inf
    for action, successor in game.successors(state):
        v = min(v, max_value(game, successor, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def alpha_beta_search(game, state):
    if game.to_move(state) == "max":
        best_score, best_action = -math.inf, None
        for action, successor in game.successors(state):
            score = min_value(game, successor, alpha=best_score)
            if score > best_score:
                best_score, best_action = score, action
    else:
        best_score, best_action = math.inf, None
        for action, successor in game.successors(state):
            score = max_value(game, successor, beta=best_score)
            if score < best_score:
                best_score, best_action = score, action
    return best_action
