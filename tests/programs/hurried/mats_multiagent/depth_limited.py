# multiAgents.py -> depth_limited.py
import math


def value(game, gameState, agentIndex, depth):
    if game.is_terminal(gameState):
        return game.utility(gameState)
    if depth == 0:
        return game.evaluate(gameState)
    if agentIndex == 0:
        return maxLevel(game, gameState, depth)
    return minLevel(game, gameState, depth)


def maxLevel(game, gameState, depth):
    maxvalue = -math.inf
    for action in game.actions(gameState):
        successor = game.result(gameState, action)
        maxvalue = max(maxvalue, value(game, successor, 1, depth))
    return maxvalue


def minLevel(game, gameState, depth):
    minvalue = math.inf
    for action in game.actions(gameState):
        successor = game.result(gameState, action)
        minvalue = min(minvalue, value(game, successor, 0, depth - 1))
    return minvalue


def max_value(game, state, depth):
    return value(game, state, 0, depth)


def min_value(game, state, depth):
    return value(game, state, 1, depth)


def depth_limited_search(game, state, depth):
    legal = game.actions(state)
    agentIndex = 0 if game.to_move(state) == "max" else 1
    scores = [
        value(game, game.result(state, a), 1 - agentIndex, depth - 1) for a in legal
    ]
    bestScore = max(scores) if agentIndex == 0 else min(scores)
    bestIndices = [i for i in range(len(scores)) if scores[i] == bestScore]
    return legal[bestIndices[0]]
