# V(s, p): what s is worth to p


def V(game, s, p):
    if game.is_terminal(s):
        return game.utility(s)
    xs = [V(game, t, p) for _, t in game.successors(s)]
    return max(xs) if game.to_move(s) == p else min(xs)


value = V


def viewpoint_search(game, s):
    p = game.to_move(s)
    A, X = [], []
    for a, t in game.successors(s):
        A += [a]
        X += [value(game, t, p)]
    i = max(range(len(A)), key=X.__getitem__)
    return A[i]
