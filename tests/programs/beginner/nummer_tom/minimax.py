import math

# Tom, lab section B


def minimax_search(game, state):
    # decide who moves
    turn = game.to_move(state)
    actions = game.actions(state)
    best_index = 0
    if turn == "max":
        best_value = -math.inf
    else:
        best_value = math.inf
    # loop over all actions
    for index in range(len(actions)):
        child = game.result(state, actions[index])
        if turn == "max":
            value = min_value(game, child)
            if value > best_value:
                best_value = value
                best_index = index
        else:
            value = max_value(game, child)
            if value < best_value:
                best_value = value
                best_index = index
    # print("best is number", best_index)
    return best_index


def max_value(game, state):
    over = game.is_terminal(state)
    if over:
        return game.utility(state)
    if not over:
        best_value = -math.inf
        actions = game.actions(state)
        for index in range(len(actions)):
            child = game.result(state, actions[index])
            value = min_value(game, child)
            best_value = max(best_value, value)
        return best_value


def min_value(game, state):
    over = game.is_terminal(state)
    if over:
        return game.utility(state)
    if not over:
        best_value = math.inf
        actions = game.actions(state)
        for index in range(len(actions)):
            child = game.result(state, actions[index])
            value = max_value(game, child)
            best_value = min(best_value, value)
        return best_value
