def viewpoint_search(game, state):
    best, v = None, float("-inf")
    for action, child in game.successors(state):
        w = value(game, child, game.to_move(state))
        if w > v:
            best, v = action, w
    return best


def value(game, state, viewpoint):
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == viewpoint:
        v = float("-inf")
        for action in game.actions(state):
            v = max(v, value(game, game.result(state, action), viewpoint))
    else:
        v = float("inf")
        for action in game.actions(state):
            v = min(v, value(game, game.result(state, action), viewpoint))
    return v
