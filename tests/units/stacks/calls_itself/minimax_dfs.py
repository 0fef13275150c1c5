def minimax_dfs(game, root):
    if game.is_terminal(root):
        return game.utility(root)
    mover = game.to_move(root)
    value = float("-inf") if mover == "max" else float("inf")
    for _, child in game.successors(root):
        value = backup1(mover, value, minimax_dfs(game, child))
    return value


def backup1(mover, parent_value, child_value):
    return max(parent_value, child_value) if mover == "max" else min(parent_value, child_value)
