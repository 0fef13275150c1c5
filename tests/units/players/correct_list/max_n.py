def max_n_search(game, state):
    mover = game.players().index(game.to_move(state))
    return max(
        game.actions(state), key=lambda a: max_n(game, game.result(state, a))[mover]
    )


def max_n(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    mover = game.players().index(game.to_move(state))
    below = [max_n(game, child) for _, child in game.successors(state)]
    return max(below, key=lambda payoffs: payoffs[mover])
