r"""
           u(s)                      s terminal
    V(s) = max { V(t) }              MAX moves
           min { V(t) }              MIN moves
           sum { P(t) V(t) }         chance moves
"""


def V(game, s):
    if game.is_terminal(s):
        return game.utility(s)
    f = {"max": max_value, "min": min_value, "chance": exp_value}[game.to_move(s)]
    return f(game, s)


def max_value(game, s):
    return game.utility(s) if game.is_terminal(s) else max({V(game, t) for _, t in game.successors(s)})


def min_value(game, s):
    return game.utility(s) if game.is_terminal(s) else min({V(game, t) for _, t in game.successors(s)})


def exp_value(game, s):
    if game.is_terminal(s):
        return game.utility(s)
    v = 0
    for p, t in game.outcomes(s):
        # convex combination
        v = (1 - p) * v + p * V(game, t)
    return v


def expectiminimax_search(game, s):
    A = game.actions(s)
    x = [V(game, game.result(s, a)) for a in A]
    return A[x.index(max(x))]
