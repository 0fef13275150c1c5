INF = 1e999


def look(g, s, r, passed):
    """`passed`: whether an opponent has moved since MAX's last move."""
    if g.is_terminal(s):
        return g.utility(s)
    if g.to_move(s) == "max":
        if passed:
            r -= 1
        if r == 0:
            return g.evaluate(s)
        v = -INF
        for a in g.actions(s):
            t = look(g, g.result(s, a), r, 0)
            v = t if t > v else v
        return v
    v = INF
    for a in g.actions(s):
        t = look(g, g.result(s, a), r, 1)
        v = t if t < v else v
    return v


def max_value(g, s, r):
    return look(g, s, r, 0)


def min_value(g, s, r):
    return look(g, s, r, 0)


def rounds_search(g, s, r):
    acts = g.actions(s)
    k = 0
    v = -INF
    for i in range(len(acts)):
        t = look(g, g.result(s, acts[i]), r, 0)
        if t > v:
            v = t
            k = i
    return acts[k]
