from math import inf


def depth_limited_alpha_beta_search(game, state, depth):
    best_move, alpha, beta = None, -inf, inf
    if game.to_move(state) == "max":
        best = -inf
        for move, nxt in game.successors(state):
            val = min_value(game, nxt, alpha, beta, depth)
            if val > best:
                best, best_move = val, move
            alpha = max(alpha, best)
    else:
        best = inf
        for move, nxt in game.successors(state):
            val = max_value(game, nxt, alpha, beta, depth)
            if val < best:
                best, best_move = val, move
            beta = min(beta, best)
    return best_move


def max_value(game, state, alpha, beta, depth):
    if depth == 0 or game.is_terminal(state):
        return game.evaluate(state)
    best = -inf
    for move, nxt in game.successors(state):
        best = max(best, min_value(game, nxt, alpha, beta, depth - 1))
        if best >= beta:
            return best
        alpha = max(alpha, best)
    return best


def min_value(game, state, alpha, beta, depth):
    if depth == 0 or game.is_terminal(state):
        return game.evaluate(state)
    best = inf
    for move, nxt in game.successors(state):
        best = min(best, max_value(game, nxt, alpha, beta, depth - 1))
        if best <= alpha:
            return best
        beta = min(beta, best)
    return best
