def max_n_search(game, state):
    root = game.to_move(state)
    i = game.players().index(root)
    return max(game.actions(state), key=lambda a: para(game, game.result(state, a), i)[i])


def max_n(game, state):
    return para(game, state, game.players().index(game.to_move(state)))


def para(game, state, i):
    if game.is_terminal(state):
        return game.utility(state)
    options = [para(game, s, i) for _, s in game.successors(state)]
    if game.players().index(game.to_move(state)) == i:
        return max(options, key=lambda t: t[i])
    return min(options, key=lambda t: t[i])
