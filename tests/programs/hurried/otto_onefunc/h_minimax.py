import math

DEBUG = False


def h_minimax(game, state, d):
    if DEBUG:
        print("  " * d, state)
    if game.is_cutoff(state, d):
        return game.evaluate(state)
    isMaximizingPlayer = game.to_move(state) == "max"
    bestVal = -math.inf if isMaximizingPlayer else math.inf
    for a in game.actions(state):
        value = h_minimax(game, game.result(state, a), d + 1)
        if isMaximizingPlayer:
            bestVal = max(bestVal, value)
        else:
            bestVal = min(bestVal, value)
    return bestVal


def h_minimax_search(game, state):
    isMaximizingPlayer = game.to_move(state) == "max"
    moves = []
    for a in game.actions(state):
        moves.append((h_minimax(game, game.result(state, a), 0), a))
    if isMaximizingPlayer:
        return max(moves, key=lambda m: m[0])[1]
    return min(moves, key=lambda m: m[0])[1]
