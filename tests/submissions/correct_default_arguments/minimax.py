def minimax_search(game, state, depth=0, verbose=False):
    value, action = best(game, state, depth)
    if verbose:
        print("value", value)
    return action


def best(game, state, depth):
    turn = game.to_move(state)
    found = None
    for action in game.actions(state):
        child = game.result(state, action)
        v = min_value(game, child, depth + 1) if turn == "max" else max_value(game, child, depth + 1)
        if found is None or (v > found[0] if turn == "max" else v < found[0]):
            found = v, action
    return found


def max_value(game, state, depth=0):
    if game.is_terminal(state):
        return float(game.utility(state))
    return best(game, state, depth)[0]


def min_value(game, state, depth=0):
    if game.is_terminal(state):
        return float(game.utility(state))
    return best(game, state, depth)[0]
