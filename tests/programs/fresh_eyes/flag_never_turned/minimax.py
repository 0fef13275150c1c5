# one helper with a boolean
def _mm(game, s, maximising):
    if game.is_terminal(s):
        return game.utility(s)
    best = None
    for a in game.actions(s):
        v = _mm(game, game.result(s, a), maximising)
        if best is None:
            best = v
        elif maximising and v > best:
            best = v
        elif not maximising and v < best:
            best = v
    return best


def max_value(game, state):
    return _mm(game, state, True)


def min_value(game, state):
    return _mm(game, state, False)


def minimax_search(game, state):
    if game.to_move(state) == "max":
        return max(game.actions(state), key=lambda a: min_value(game, game.result(state, a)))
    return min(game.actions(state), key=lambda a: max_value(game, game.result(state, a)))
