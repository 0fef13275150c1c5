# The children are asked whether they end the game before they are searched.

def minimax_dfs(game, root):
    if game.is_terminal(root):
        return game.utility(root)
    if game.to_move(root) == "max":
        return best_of_max(game, root)
    return best_of_min(game, root)


def best_of_max(game, state):
    return max(
        game.utility(child) if game.is_terminal(child) else best_of_min(game, child)
        for _, child in game.successors(state)
    )


def best_of_min(game, state):
    return min(
        game.utility(child) if game.is_terminal(child) else best_of_max(game, child)
        for _, child in game.successors(state)
    )


def backup1(mover, parent_value, child_value):
    return {"max": max, "min": min}[mover](parent_value, child_value)
