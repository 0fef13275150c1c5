from math import inf

# a node is a list [s, parent, mover, v]; mover is None until the node is opened


def backup1(mover, parent_value, child_value):
    return sorted((parent_value, child_value))[mover == "max"]


def minimax_dfs(game, root):
    top = [root, None, None, None]
    P = [top]
    while P:
        x = P[-1]
        s, parent, m, v = x
        if m is None and not game.is_terminal(s):
            x[2] = game.to_move(s)
            x[3] = -inf if x[2] == "max" else inf
            P += [[t, x, None, None] for _, t in reversed(game.successors(s))]
            continue
        P.pop()
        if m is None:
            x[3] = game.utility(s)
        if parent is not None:
            parent[3] = backup1(parent[2], parent[3], x[3])
    return top[3]
