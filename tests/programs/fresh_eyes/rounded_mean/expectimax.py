def expectimax_search(game, state):
    return max(game.actions(state), key=lambda a: _v(game, game.result(state, a)))


def _v(game, state):
    return max_value(game, state) if game.to_move(state) == "max" else exp_value(game, state)


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(_v(game, s) for _, s in game.successors(state))


def exp_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    total = 0
    for p, s in game.outcomes(state):
        total += p * _v(game, s)
    return round(total)
