from sys import maxsize


def minimax_search(game, state):
    bestAction = None
    if game.to_move(state) == "max":
        best = -maxsize
        for action in game.actions(state):
            score = min_value(game, game.result(state, action))
            if score > best:
                best = score
                bestAction = action
    else:
        best = maxsize
        for action in game.actions(state):
            score = max_value(game, game.result(state, action))
            if score < best:
                best = score
                bestAction = action
    return bestAction


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    max = -maxsize
    for action in game.actions(state):
        score = min_value(game, game.result(state, action))
        max = max(max, score)
    return max


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    min = maxsize
    for action in game.actions(state):
        score = max_value(game, game.result(state, action))
        min = min(min, score)
    return min
