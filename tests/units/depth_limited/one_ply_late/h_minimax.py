def h_minimax_search(game, state):
    best = max if game.to_move(state) == "max" else min
    return best(
        game.actions(state), key=lambda a: h_minimax(game, game.result(state, a), 1)
    )


def h_minimax(game, state, d):
    if game.is_cutoff(state, d - 1):
        return game.evaluate(state)
    values = [h_minimax(game, child, d + 1) for _, child in game.successors(state)]
    return max(values) if game.to_move(state) == "max" else min(values)
