import sys

MIN_VALUE = -sys.maxsize - 1
MAX_VALUE = sys.maxsize


def isMaxTurn(game, state):
    return game.to_move(state) == "max"


def max_value(game, state, rounds):
    if game.is_terminal(state):
        return game.utility(state)
    if rounds <= 0:
        return game.evaluate(state)
    result = MIN_VALUE
    for action, nextState in game.successors(state):
        result = max(result, min_value(game, nextState, rounds))
    return result


def min_value(game, state, rounds):
    if game.is_terminal(state):
        return game.utility(state)
    result = MAX_VALUE
    for action, nextState in game.successors(state):
        if game.is_terminal(nextState):
            value = game.utility(nextState)
        else:
            nextRounds = rounds - 1
            value = max_value(game, nextState, nextRounds) if isMaxTurn(game, nextState)                 else min_value(game, nextState, nextRounds)
        result = min(result, value)
    return result


def rounds_search(game, state, rounds):
    bestAction = None
    bestValue = MIN_VALUE
    for action, nextState in game.successors(state):
        value = min_value(game, nextState, rounds)
        if bestAction is None or value > bestValue:
            bestAction = action
            bestValue = value
    return bestAction
