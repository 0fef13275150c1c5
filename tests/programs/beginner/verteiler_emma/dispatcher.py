# Emma L., CS 101
# dispatcher version from the lecture slides


def dispatcher_search(game, state):
    player = game.to_move(state)
    actions = game.actions(state)
    best_action = actions[0]
    best_value = value(game, game.result(state, actions[0]))
    for i in range(1, len(actions)):
        next_value = value(game, game.result(state, actions[i]))
        if player == "max" and next_value > best_value:
            best_value = next_value
            best_action = actions[i]
        if player == "min" and next_value < best_value:
            best_value = next_value
            best_action = actions[i]
    return best_action


def value(game, state):
    # if the game is over return the utility
    if game.is_terminal(state):
        return game.utility(state)
    # if it is max's turn call max_value
    elif game.to_move(state) == "max":
        return max_value(game, state)
    # if it is min's turn call min_value
    elif game.to_move(state) == "min":
        min_value(game, state)


def max_value(game, state):
    v = -float("inf")
    for action in game.actions(state):
        next_value = value(game, game.result(state, action))
        if next_value > v:
            v = next_value
    return v


def min_value(game, state):
    v = float("inf")
    for action in game.actions(state):
        next_value = value(game, game.result(state, action))
        if next_value < v:
            v = next_value
    return v
