def dispatcher_search(game, state):
    return game.actions(state)[0]

def value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "max":
        return max_value(game, state)
    return min_value(game, state)

def max_value(game, state):
    for _, s in game.successors(state):
        game.is_terminal(s)
    return min_value(game, state)

def min_value(game, state):
    for _, s in game.successors(state):
        game.is_terminal(s)
    return max_value(game, state)
