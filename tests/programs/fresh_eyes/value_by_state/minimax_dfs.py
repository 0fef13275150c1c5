def backup1(mover, parent_value, child_value):
    if mover == "max":
        return max(parent_value, child_value)
    return min(parent_value, child_value)


def minimax_dfs(game, root):
    value = {}
    parent = {root: None}
    stack = [root]
    while stack:
        node = stack[-1]
        if game.is_terminal(node):
            stack.pop()
            result = game.utility(node)
        elif node not in value:
            value[node] = float("-inf") if game.to_move(node) == "max" else float("inf")
            for a in reversed(game.actions(node)):
                child = game.result(node, a)
                parent[child] = node
                stack.append(child)
            continue
        else:
            stack.pop()
            result = value[node]
        up = parent[node]
        if up is None:
            return result
        value[up] = backup1(game.to_move(up), value[up], result)
