import math

# color = 1 for max, -1 for min  (wikipedia negamax)
COLORS = {"max": 1, "min": -1}


def nega(game, node, alpha, beta, color):
    if game.is_terminal(node):
        return color * game.utility(node)
    value = -math.inf
    for _, child in game.successors(node):
        value = max(value, -nega(game, child, -alpha, -beta, -color))
        alpha = max(alpha, value)
        if alpha >= beta:
            break  # cut-off
    return value


def max_value(game, state, alpha, beta):
    return nega(game, state, alpha, beta, 1)


def min_value(game, state, alpha, beta):
    return -nega(game, state, -beta, -alpha, -1)


def alpha_beta_search(game, state):
    color = COLORS[game.to_move(state)]
    alpha = -math.inf
    best = None
    for act, child in game.successors(state):
        val = -nega(game, child, -math.inf, -alpha, -color)
        if best is None or val > alpha:
            best = act
            alpha = val
    return best
