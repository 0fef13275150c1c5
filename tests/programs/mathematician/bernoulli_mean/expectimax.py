"""E[X] of a random variable X over the outcomes of a state"""


def mean(xs):
    """arithmetic mean

    >>> mean([1, 2, 6])
    3.0
    """
    xs = list(xs)
    return sum(xs) / len(xs)


def V(game, s):
    return max_value(game, s) if game.to_move(s) == "max" else exp_value(game, s)


def max_value(game, s):
    if game.is_terminal(s):
        return game.utility(s)
    return max(V(game, t) for _, t in game.successors(s))


def exp_value(game, s):
    if game.is_terminal(s):
        return game.utility(s)
    return mean(p * V(game, t) for p, t in game.outcomes(s))


def expectimax_search(game, s):
    X = {a: V(game, t) for a, t in game.successors(s)}
    return max(X, key=X.get)
