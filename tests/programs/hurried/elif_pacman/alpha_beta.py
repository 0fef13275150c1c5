# from my pacman project (multiAgents.py)
import math

PACMAN = 0
GHOST = 1


def alphabeta(gameState, agentIndex, depth, a, b, game):
    if game.is_terminal(gameState):
        return game.utility(gameState)
    if agentIndex == PACMAN:
        return maximizer(gameState, agentIndex, depth, a, b, game)
    return minimizer(gameState, agentIndex, depth, a, b, game)


def maximizer(gameState, agentIndex, depth, a, b, game):
    v = -math.inf
    for action in game.actions(gameState):
        succ = game.result(gameState, action)
        v = max(v, alphabeta(succ, GHOST, depth, a, b, game))
        if v > b:
            return v
        a = max(a, v)
    return v


def minimizer(gameState, agentIndex, depth, a, b, game):
    v = math.inf
    for action in game.actions(gameState):
        succ = game.result(gameState, action)
        v = min(v, alphabeta(succ, PACMAN, depth + 1, a, b, game))
        if v < b:
            return v
        b = min(b, v)
    return v


def max_value(game, state, alpha, beta):
    return alphabeta(state, PACMAN, 0, alpha, beta, game)


def min_value(game, state, alpha, beta):
    return alphabeta(state, GHOST, 0, alpha, beta, game)


def alpha_beta_search(game, state):
    me = PACMAN if game.to_move(state) == "max" else GHOST
    a, b = -math.inf, math.inf
    bestAction = None
    v = -math.inf if me == PACMAN else math.inf
    for action in game.actions(state):
        succ = game.result(state, action)
        newV = alphabeta(succ, 1 - me, 0, a, b, game)
        if me == PACMAN:
            if newV > v:
                v, bestAction = newV, action
            a = max(a, v)
        else:
            if newV < v:
                v, bestAction = newV, action
            b = min(b, v)
    return bestAction
