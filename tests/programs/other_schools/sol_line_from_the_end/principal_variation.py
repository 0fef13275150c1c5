from typing import List


def principal_variation(game, state) -> List[str]:
    line: List[str] = []
    collect(game, state, line)
    return line


def collect(game, state, line):
    if game.is_terminal(state):
        return
    isMax = game.to_move(state) == "max"
    bestAction = None
    bestValue = None
    for action in game.actions(state):
        value = minimax(game, game.result(state, action))
        if bestValue is None or (isMax and value > bestValue) or (not isMax and value < bestValue):
            bestValue = value
            bestAction = action
    collect(game, game.result(state, bestAction), line)
    line.append(bestAction)


def minimax(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    values = [minimax(game, game.result(state, a)) for a in game.actions(state)]
    return max(values) if game.to_move(state) == "max" else min(values)
