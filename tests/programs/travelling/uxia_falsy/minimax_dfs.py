import math


def minimax_dfs(game, root):
    # each node: a dictionary with the state, the parent node and the value so far
    top = {"state": root, "parent": None, "value": None}
    stack = [top]
    while stack:
        node = stack[-1]
        state = node["state"]
        if not game.is_terminal(state) and not node["value"]:
            # first time here
            if game.to_move(state) == "max":
                node["value"] = -math.inf
            else:
                node["value"] = math.inf
            for action in reversed(game.actions(state)):
                child = game.result(state, action)
                stack.append({"state": child, "parent": node, "value": None})
        else:
            stack.pop()
            if game.is_terminal(state):
                node["value"] = game.utility(state)
            parent = node["parent"]
            if parent is not None:
                mover = game.to_move(parent["state"])
                parent["value"] = backup1(mover, parent["value"], node["value"])
    return top["value"]


def backup1(mover, parent_value, child_value):
    if mover == "max":
        return max(parent_value, child_value)
    return min(parent_value, child_value)
