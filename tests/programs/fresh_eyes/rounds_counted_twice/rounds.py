def rounds_search(game, state, rounds):
    return max(game.actions(state), key=lambda a: v(game, game.result(state, a), rounds))


def v(game, s, rounds):
    if game.to_move(s) == "max":
        return max_value(game, s, rounds - 1)
    return min_value(game, s, rounds)


def max_value(game, state, rounds):
    if game.is_terminal(state):
        return game.utility(state)
    if rounds <= 0:
        return game.evaluate(state)
    return max(v(game, game.result(state, a), rounds - 1) for a in game.actions(state))


def min_value(game, state, rounds):
    if game.is_terminal(state):
        return game.utility(state)
    return min(v(game, game.result(state, a), rounds) for a in game.actions(state))
