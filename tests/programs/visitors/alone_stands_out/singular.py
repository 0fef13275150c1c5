INF = 1e999


def look(g, s, d):
    if g.is_terminal(s):
        return g.utility(s)
    if d == 0:
        return g.evaluate(s)
    mx = g.to_move(s) == "max"
    v = -INF if mx else INF
    for a in g.actions(s):
        t = look(g, g.result(s, a), d - 1)
        if mx and t > v or not mx and t < v:
            v = t
    return v


def max_value(g, s, d):
    return look(g, s, d)


def min_value(g, s, d):
    return look(g, s, d)


def singular_search(g, s, d, margin):
    acts = g.actions(s)
    n = len(acts)
    sign = 1 if g.to_move(s) == "max" else -1
    val = [0] * n
    for i in range(n):
        val[i] = sign * look(g, g.result(s, acts[i]), d - 1)
    first = 0
    for i in range(1, n):
        if val[i] > val[first]:
            first = i
    second = -1
    for i in range(n):
        if i != first and (second < 0 or val[i] > val[second]):
            second = i
    if second < 0 or val[first] - val[second] >= margin:
        val[first] = sign * look(g, g.result(s, acts[first]), d)
        if second >= 0 and val[second] > val[first]:
            return acts[second]
    return acts[first]
