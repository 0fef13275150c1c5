def viewpoint_search(game, state):
    me = game.to_move(state)
    return max(game.actions(state), key=lambda a: value(game, game.result(state, a), game.to_move(game.result(state, a))))


def value(game, state, viewpoint):
    if game.is_terminal(state):
        return game.utility(state, viewpoint)
    kids = [value(game, s, viewpoint) for _, s in game.successors(state)]
    if game.to_move(state) == viewpoint:
        return max(kids)
    return min(kids)
