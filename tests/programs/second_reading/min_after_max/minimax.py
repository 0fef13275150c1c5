def minimax_search(game, state):
    best = max if game.to_move(state) == "max" else min
    return best(game.actions(state), key=lambda a: val(game, game.result(state, a)))


def val(game, s):
    if game.to_move(s) == "max":
        return max_value(game, s)
    return min_value(game, s)


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = float("-inf")
    for _, s in game.successors(state):
        v = max(v, min_value(game, s) if game.to_move(s) != "max" else game.utility(s) if game.is_terminal(s) else min_value(game, s))
    return v


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(val(game, s) for _, s in game.successors(state))
