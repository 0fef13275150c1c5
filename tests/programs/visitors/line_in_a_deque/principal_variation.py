from collections import deque


def walk(g, s, line, ply):
    """Value of s; line[ply:] is its best play (a triangular table, flattened)."""
    if g.is_terminal(s):
        del line[ply:]
        return g.utility(s)
    best = None
    kept = []
    mx = g.to_move(s) == "max"
    for a in g.actions(s):
        below = []
        v = walk(g, g.result(s, a), below, 0)
        if best is None or (v > best if mx else v < best):
            best = v
            kept = [a] + below
    line[ply:] = kept
    return best


def minimax(g, s):
    return walk(g, s, [], 0)


def principal_variation(g, s):
    line = []
    walk(g, s, line, 0)
    return deque(line)
