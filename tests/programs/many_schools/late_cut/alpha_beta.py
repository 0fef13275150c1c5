from math import inf


def alpha_beta_search(game, state):
    """Return the best action (CS 3600 project)"""
    a, b = -inf, inf
    bestAction = None
    if game.to_move(state) == "max":
        bestVal = -inf
        for action in game.actions(state):
            val = min_value(game, game.result(state, action), a, b)
            if val > bestVal:
                bestVal = val
                bestAction = action
            a = max(a, bestVal)
    else:
        bestVal = inf
        for action in game.actions(state):
            val = max_value(game, game.result(state, action), a, b)
            if val < bestVal:
                bestVal = val
                bestAction = action
            b = min(b, bestVal)
    return bestAction


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    maxEval = -inf
    for action in game.actions(state):
        evaluation = min_value(game, game.result(state, action), alpha, beta)
        maxEval = max(maxEval, evaluation)
        if beta <= alpha:
            break
        alpha = max(alpha, evaluation)
    return maxEval


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    minEval = inf
    for action in game.actions(state):
        evaluation = max_value(game, game.result(state, action), alpha, beta)
        minEval = min(minEval, evaluation)
        if beta <= alpha:
            break
        beta = min(beta, evaluation)
    return minEval
