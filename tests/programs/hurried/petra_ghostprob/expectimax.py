# Expectimax from project 2
import math


def expectimax_search(game, state):
    best, bestAct = -math.inf, None
    for act in game.actions(state):
        val = expectimax(game, game.result(state, act))
        if val > best:
            best, bestAct = val, act
    return bestAct


def expectimax(game, gameState):
    if game.is_terminal(gameState):
        return game.utility(gameState)
    agentIndex = 0 if game.to_move(gameState) == "max" else 1
    if agentIndex == 0:
        return max_value(game, gameState)
    else:
        return exp_value(game, gameState)


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = -math.inf
    for act in game.actions(state):
        v = max(v, expectimax(game, game.result(state, act)))
    return v


def exp_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = 0
    actions = game.actions(state)
    p = 1.0 / len(actions)
    for act in actions:
        v += p * expectimax(game, game.result(state, act))
    return v
