from math import inf


def max_value(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    return max(value(game, s, depth - 1) for _, s in game.successors(state))


def min_value(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    return min(value(game, s, depth - 1) for _, s in game.successors(state))


def value(game, state, depth):
    return (min_value, max_value)[game.to_move(state) == "max"](game, state, depth)


def singular_search(game, state, depth, margin):
    """Sorted upwards: the best stands last; of equal seconds the last of the game."""
    sign = 1 if game.to_move(state) == "max" else -1
    ranked = sorted(
        ((sign * value(game, s, depth - 1), a, s) for a, s in game.successors(state)),
        key=lambda t: t[0],
    )
    best, action, child = ranked[-1]
    second, other, _ = ranked[-2] if len(ranked) > 1 else (-inf, None, None)
    if len(ranked) > 1 and best - second >= margin:
        if second > sign * value(game, child, depth):
            return other
    return action
