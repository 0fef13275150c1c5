def principal_variation(game, state):
    best = max if game.to_move(state) == "max" else min
    return best(game.actions(state), key=lambda a: minimax(game, game.result(state, a)))


def minimax(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    values = [minimax(game, child) for _, child in game.successors(state)]
    return max(values) if game.to_move(state) == "max" else min(values)
