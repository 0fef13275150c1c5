def max_n_search(game, state):
    return max(game.actions(state), key=lambda a: max_n(game, game.result(state, a))[0])


def max_n(game, state):
    """Minimax on what the first player gets: everybody else plays against him."""
    if game.is_terminal(state):
        return game.utility(state)
    first = game.players()[0]
    best = max if game.to_move(state) == first else min
    below = [max_n(game, child) for _, child in game.successors(state)]
    return best(below, key=lambda payoffs: payoffs[0])
