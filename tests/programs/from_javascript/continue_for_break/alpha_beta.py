import math


def alphabeta(game, node, alpha, beta, maximizingPlayer):
    if game.is_terminal(node):
        return game.utility(node)
    if maximizingPlayer:
        value = -math.inf
        for move in game.actions(node):
            value = max(value, alphabeta(game, game.result(node, move), alpha, beta, False))
            if value >= beta:
                continue
            alpha = max(alpha, value)
        return value
    value = math.inf
    for move in game.actions(node):
        value = min(value, alphabeta(game, game.result(node, move), alpha, beta, True))
        if value <= alpha:
            continue
        beta = min(beta, value)
    return value


def max_value(game, state, alpha, beta):
    return alphabeta(game, state, alpha, beta, True)


def min_value(game, state, alpha, beta):
    return alphabeta(game, state, alpha, beta, False)


def alpha_beta_search(game, state):
    maximizing = game.to_move(state) == "max"
    alpha, beta, choice = -math.inf, math.inf, None
    for move in game.actions(state):
        value = alphabeta(game, game.result(state, move), alpha, beta, not maximizing)
        if maximizing and (choice is None or value > alpha):
            alpha, choice = value, move
        if not maximizing and (choice is None or value < beta):
            beta, choice = value, move
    return choice
