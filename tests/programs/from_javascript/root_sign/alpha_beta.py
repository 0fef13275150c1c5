from math import inf


def nega(game, state, alpha, beta, colour):
    if game.is_terminal(state):
        return colour * game.utility(state)
    best = -inf
    for _, child in game.successors(state):
        best = max(best, -nega(game, child, -beta, -alpha, -colour))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def max_value(game, state, alpha, beta):
    return nega(game, state, alpha, beta, 1)


def min_value(game, state, alpha, beta):
    return -nega(game, state, -beta, -alpha, -1)


def alpha_beta_search(game, state):
    colour = 1 if game.to_move(state) == "max" else -1
    best, bestMove = -inf, None
    for action, child in game.successors(state):
        const = nega(game, child, -inf, inf, -colour)
        if bestMove is None or const > best:
            best, bestMove = const, action
    return bestMove
