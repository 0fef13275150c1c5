"""All that is known of a node stands in dictionaries, by its state: two nodes of one
position share an entry, and the second is found finished."""


def minimax_dfs(game, root):
    parents, values = {root: None}, {}
    open_nodes = [root]
    while open_nodes:
        state = open_nodes[-1]
        if state not in values and not game.is_terminal(state):
            values[state] = float("-inf") if game.to_move(state) == "max" else float("inf")
            children = [child for _, child in game.successors(state)]
            for child in children[::-1]:
                parents[child] = state
                open_nodes.append(child)
            continue
        open_nodes.pop()
        if state not in values:
            values[state] = game.utility(state)
        parent = parents[state]
        if parent is not None:
            values[parent] = backup1(game.to_move(parent), values[parent], values[state])
    return values[root]


def backup1(mover, parent_value, child_value):
    return (max if mover == "max" else min)(parent_value, child_value)
