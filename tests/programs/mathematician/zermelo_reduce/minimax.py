from functools import reduce


def fold(better, pairs):
    """the pair of the best value; of equal ones the leftmost"""
    return reduce(lambda x, y: y if better(y[0], x[0]) else x, pairs)


def lt(x, y): return x < y
def gt(x, y): return x > y


def solve(game, s, R, Q):
    """(value, action) if the mover prefers by R, the opponent by Q"""
    A = game.actions(s)
    if not A:
        return game.utility(s), None
    return fold(R, [(solve(game, game.result(s, a), Q, R)[0], a) for a in A])


def max_value(game, s):
    x, _ = solve(game, s, gt, lt)
    return x


def min_value(game, s):
    x, _ = solve(game, s, lt, gt)
    return x


def minimax_search(game, s):
    _, a = solve(game, s, *((gt, lt) if game.to_move(s) == "max" else (lt, gt)))
    return a
