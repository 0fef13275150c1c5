import math


def maxValue(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    bestScore = -math.inf
    for child in childrenOf(game, state):
        score = minValue(game, child) or -math.inf
        bestScore = max(bestScore, score)
    return bestScore


def minValue(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    bestScore = math.inf
    for child in childrenOf(game, state):
        score = maxValue(game, child) or math.inf
        bestScore = min(bestScore, score)
    return bestScore


def childrenOf(game, state):
    return [game.result(state, move) for move in game.actions(state)]


def max_value(game, state):
    return maxValue(game, state)


def min_value(game, state):
    return minValue(game, state)


def minimax_search(game, state):
    bestMove = None
    bestScore = None
    for move in game.actions(state):
        child = game.result(state, move)
        if game.to_move(state) == "max":
            score = minValue(game, child)
            if bestMove is None or score > bestScore:
                bestMove, bestScore = move, score
        else:
            score = maxValue(game, child)
            if bestMove is None or score < bestScore:
                bestMove, bestScore = move, score
    return bestMove
