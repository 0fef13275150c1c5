def max_n_search(game, state):
    return max(
        game.actions(state), key=lambda a: sum(max_n(game, game.result(state, a)))
    )


def max_n(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max([max_n(game, child) for _, child in game.successors(state)], key=sum)
