def value(game, state):
    u = game.utility(state)
    if u is not None:
        return u
    return max_value(game, state) if game.to_move(state) == "max" else min_value(game, state)


def max_value(game, state):
    return max((value(game, s) for _, s in game.successors(state)), default=game.utility(state))


def min_value(game, state):
    return min((value(game, s) for _, s in game.successors(state)), default=game.utility(state))


def minimax_search(game, state):
    best = max if game.to_move(state) == "max" else min
    return best(game.actions(state), key=lambda a: value(game, game.result(state, a)))
