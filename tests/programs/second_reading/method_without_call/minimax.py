def minimax_search(game, state):
    mover = game.to_move(state)
    if mover == "max":
        return max(game.actions(state), key=lambda a: min_value(game, game.result(state, a)))
    return min(game.actions(state), key=lambda a: max_value(game, game.result(state, a)))


def max_value(game, state):
    if game.is_terminal:
        return game.utility(state)
    return max(min_value(game, game.result(state, a)) for a in game.actions(state))


def min_value(game, state):
    if game.is_terminal:
        return game.utility(state)
    return min(max_value(game, game.result(state, a)) for a in game.actions(state))
