def h_minimax_search(game, state):
    values = [h_minimax(game, child, 1) for _, child in game.successors(state)]
    best = max(values) if game.to_move(state) == "max" else min(values)
    return game.actions(state)[values.index(best)]


def h_minimax(game, state, d):
    if game.is_cutoff(state, d):
        return game.evaluate(state)
    if game.to_move(state) == "max":
        return largest(game, state, d)
    return smallest(game, state, d)


def largest(game, state, d):
    return max(
        h_minimax(game, game.result(state, a), d + 1) for a in game.actions(state)
    )


def smallest(game, state, d):
    return min(
        h_minimax(game, game.result(state, a), d + 1) for a in game.actions(state)
    )
