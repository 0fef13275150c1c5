def _value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return {"max": max_value, "min": min_value}[game.to_move(state)](game, state)


def _children(game, state):
    yield from (_value(game, s) for _, s in game.successors(state))


def max_value(game, state):
    return max(_children(game, state), default=None) if not game.is_terminal(state) else game.utility(state)


def min_value(game, state):
    return min(_children(game, state), default=None) if not game.is_terminal(state) else game.utility(state)


def minimax_search(game, state):
    values = list(_children(game, state))
    pick = max if game.to_move(state) == "max" else min
    return game.actions(state)[values.index(pick(values))]
