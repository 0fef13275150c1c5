from itertools import accumulate
from math import inf


def until(stop, values):
    """Values up to the first on which `stop` holds, and that one too."""
    for value in values:
        yield value
        if stop(value):
            return


def last(values):
    *_, final = values
    return final


def running(pick, asked, start, window):
    """The best value so far, lazily, with the window that the next child gets."""
    best = start
    for child in asked:
        best = pick(best, child(*window(best)))
        yield best


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    ask = ((lambda a, b, s=s: min_value(game, s, a, b)) for _, s in game.successors(state))
    return last(
        until(lambda v: v >= beta, running(max, ask, -inf, lambda v: (max(alpha, v), beta)))
    )


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    ask = ((lambda a, b, s=s: max_value(game, s, a, b)) for _, s in game.successors(state))
    return last(
        until(lambda v: v <= alpha, running(min, ask, inf, lambda v: (alpha, min(beta, v))))
    )


def alpha_beta_search(game, state):
    maximizing = game.to_move(state) == "max"

    def step(kept, pair):
        action, s = pair
        value, _ = kept
        if maximizing:
            return max(kept, (min_value(game, s, value, inf), action), key=lambda k: k[0])
        return min(kept, (max_value(game, s, -inf, value), action), key=lambda k: k[0])

    start = (-inf if maximizing else inf, None)
    return last(accumulate(game.successors(state), step, initial=start))[1]
