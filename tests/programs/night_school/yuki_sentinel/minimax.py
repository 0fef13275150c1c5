def _pick(values, better):
    """Goes through an iterator of values and keeps the best one."""
    best = None
    it = iter(values)
    while True:
        try:
            v = next(it)
        except StopIteration:
            return best
        if not best or better(v, best):
            best = v


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return _pick(
        (min_value(game, game.result(state, a)) for a in game.actions(state)),
        lambda new, old: new > old,
    )


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return _pick(
        (max_value(game, game.result(state, a)) for a in game.actions(state)),
        lambda new, old: new < old,
    )


def minimax_search(game, state):
    scores = {}
    mine_is_max = game.to_move(state) == "max"
    for a in game.actions(state):
        child = game.result(state, a)
        scores[a] = min_value(game, child) if mine_is_max else max_value(game, child)
    return (max if mine_is_max else min)(scores, key=scores.get)
