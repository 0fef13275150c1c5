def max_n_search(game, state):
    who = game.players().index(game.to_move(state))
    return max(
        game.actions(state), key=lambda a: max_n(game, game.result(state, a))[who]
    )


def max_n(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    columns = zip(*[max_n(game, child) for _, child in game.successors(state)])
    return tuple(max(column) for column in columns)
