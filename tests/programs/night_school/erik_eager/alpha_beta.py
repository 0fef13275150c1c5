import math


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    best = -math.inf
    scores = [min_value(game, s, alpha, beta) for _, s in game.successors(state)]
    for score in scores:
        if score > best:
            best = score
        if best >= beta:
            return best
        alpha = max(alpha, best)
    return best


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    best = math.inf
    scores = [max_value(game, s, alpha, beta) for _, s in game.successors(state)]
    for score in scores:
        if score < best:
            best = score
        if best <= alpha:
            return best
        beta = min(beta, best)
    return best


def alpha_beta_search(game, state):
    alpha, beta, keep = -math.inf, math.inf, None
    for a, s in game.successors(state):
        if game.to_move(state) == "max":
            score = min_value(game, s, alpha, beta)
            if score > alpha:
                alpha, keep = score, a
        else:
            score = max_value(game, s, alpha, beta)
            if score < beta:
                beta, keep = score, a
    return keep
