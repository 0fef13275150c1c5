def backup1(mover, parent_value, child_value):
    if parent_value is None:
        return child_value
    if mover == "max":
        return child_value if child_value > parent_value else parent_value
    return child_value if child_value > parent_value else parent_value


def minimax_dfs(game, root):
    nodes = [[root, None, None, False]]
    stack = [0]
    while stack:
        i = stack[-1]
        state, parent, val, seen = nodes[i]
        if not seen and not game.is_terminal(state):
            nodes[i][3] = True
            for _, s in reversed(game.successors(state)):
                nodes.append([s, i, None, False])
                stack.append(len(nodes) - 1)
        else:
            stack.pop()
            if game.is_terminal(state):
                nodes[i][2] = game.utility(state)
            if parent is not None:
                p = nodes[parent]
                p[2] = backup1(game.to_move(p[0]), p[2], nodes[i][2])
    return nodes[0][2]
