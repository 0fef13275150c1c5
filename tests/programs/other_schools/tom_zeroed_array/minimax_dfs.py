def minimax_dfs(game, root):
    # parallel arrays, as in C
    node = [root]
    parent = [-1]
    value = [0]
    seen = [False]
    stack = [0]
    while stack:
        i = stack[-1]
        if not seen[i] and not game.is_terminal(node[i]):
            seen[i] = True
            if game.to_move(node[i]) == "max":
                value[i] = float("-inf")
            for _, s in reversed(game.successors(node[i])):
                node.append(s)
                parent.append(i)
                value.append(0)
                seen.append(False)
                stack.append(len(node) - 1)
            continue
        stack.pop()
        if game.is_terminal(node[i]):
            value[i] = game.utility(node[i])
        if parent[i] >= 0:
            p = parent[i]
            value[p] = backup1(game.to_move(node[p]), value[p], value[i])
    return value[0]


def backup1(mover, parent_value, child_value):
    if mover == "max":
        return child_value if child_value > parent_value else parent_value
    return child_value if child_value < parent_value else parent_value
