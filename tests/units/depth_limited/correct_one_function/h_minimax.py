BEST = {"max": max, "min": min}


def h_minimax_search(game, state):
    best = BEST[game.to_move(state)]
    return best(
        game.actions(state), key=lambda a: h_minimax(game, game.result(state, a), 1)
    )


def h_minimax(game, state, d):
    if game.is_cutoff(state, d):
        return game.evaluate(state)
    best = BEST[game.to_move(state)]
    return best(h_minimax(game, child, d + 1) for _, child in game.successors(state))
