import math


def expectimax(game, gameState, depth):
    if game.is_terminal(gameState):
        return game.utility(gameState)
    if depth == 0:
        return game.evaluate(gameState)
    if game.to_move(gameState) == "chance":
        probs = []
        vals = []
        for p, succ in game.outcomes(gameState):
            probs.append(p)
            vals.append(expectimax(game, succ, depth))
        return sum(p * v for p, v in zip(probs, vals))
    best = -math.inf
    for action in game.actions(gameState):
        best = max(best, expectimax(game, game.result(gameState, action), depth - 1))
    return best


max_value = expectimax
exp_value = expectimax


def depth_limited_expectimax_search(game, state, depth):
    legalMoves = list(game.actions(state))
    scores = [expectimax(game, game.result(state, m), depth - 1) for m in legalMoves]
    bestScore = max(scores)
    return legalMoves[scores.index(bestScore)]
