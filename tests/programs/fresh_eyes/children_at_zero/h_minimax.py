def h_minimax_search(game, state):
    pick = max if game.to_move(state) == "max" else min
    return pick(game.actions(state), key=lambda a: h_minimax(game, game.result(state, a), 0))


def h_minimax(game, state, d):
    if game.is_cutoff(state, d):
        return game.evaluate(state)
    below = [h_minimax(game, game.result(state, a), d + 1) for a in game.actions(state)]
    return max(below) if game.to_move(state) == "max" else min(below)
