"""k = plies done, counted upwards from 0; n = plies in all. Stop at k = n."""


def φ(game, s, k, n, σ):
    if game.is_terminal(s):
        return σ * game.utility(s)
    if k >= n:
        return σ * game.evaluate(s)
    return max(-φ(game, t, k + 1, n, -σ) for _, t in game.successors(s))


def max_value(game, s, n):
    return φ(game, s, 0, n, 1)


def min_value(game, s, n):
    return -φ(game, s, 0, n, -1)


def depth_limited_search(game, s, n):
    σ = 1 if game.to_move(s) == "max" else -1
    A, T = zip(*game.successors(s))
    x = [-φ(game, t, 1, n, -σ) for t in T]
    return A[x.index(max(x))]
