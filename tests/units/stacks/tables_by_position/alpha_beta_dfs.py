"""Only the parents stand in a dictionary, by state: of two nodes of one position the one
that was put on the stack last says where both values go."""

from math import inf


def alpha_beta_dfs(game, root, alpha, beta):
    first = {"state": root, "alpha": alpha, "beta": beta, "open": True}
    above = {root: None}
    todo, value = [first], alpha
    while todo:
        node = todo[-1]
        parent = above[node["state"]]
        if parent and parent["alpha"] >= parent["beta"]:
            todo.pop()
        elif node["open"] and not game.is_terminal(node["state"]):
            node["open"] = False
            if parent:
                node["alpha"], node["beta"] = parent["alpha"], parent["beta"]
            for action in reversed(game.actions(node["state"])):
                child = game.result(node["state"], action)
                above[child] = node
                todo.append({"state": child, "alpha": -inf, "beta": inf, "open": True})
        else:
            todo.pop()
            if game.is_terminal(node["state"]):
                value = game.utility(node["state"])
            else:
                value = node["alpha" if game.to_move(node["state"]) == "max" else "beta"]
            if parent and game.to_move(parent["state"]) == "max":
                parent["alpha"] = max(parent["alpha"], value)
            elif parent:
                parent["beta"] = min(parent["beta"], value)
    return value
