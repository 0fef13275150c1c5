import math


def negamax(game, node, depth, alpha, beta, color):
    # depth only for printing
    if game.is_terminal(node):
        return color * game.utility(node)
    value = -math.inf
    for _, child in game.successors(node):
        value = max(value, -negamax(game, child, depth - 1, -beta, -alpha, -color))
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return value


def alpha_beta_search(game, state):
    color = 1 if game.to_move(state) == "max" else -1
    a, b = -math.inf, math.inf
    bestMove = None
    for mv, child in game.successors(state):
        score = -negamax(game, child, 0, -b, -a, -color)
        if score > a:
            a = score
            bestMove = mv
    return bestMove


def max_value(game, state, alpha, beta):
    return negamax(game, state, 0, alpha, beta, 1)


def min_value(game, state, alpha, beta):
    # everything the other way round for min
    return -negamax(game, state, 0, -beta, -alpha, -1)
