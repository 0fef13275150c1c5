def max_n(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(max_n(game, s) for _, s in game.successors(state))


def max_n_search(game, state):
    who = game.players().index(game.to_move(state))
    return max(game.actions(state), key=lambda a: max_n(game, game.result(state, a))[who])
