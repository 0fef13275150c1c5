# A generator for each state, each within the one above it.

def minimax_dfs(game, root):
    waiting = values(game, root)
    while True:
        try:
            next(waiting)
        except StopIteration as end:
            return end.value


def values(game, state):
    yield
    if game.is_terminal(state):
        return game.utility(state)
    found = []
    for _, child in game.successors(state):
        found.append((yield from values(game, child)))
    return max(found) if game.to_move(state) == "max" else min(found)


def backup1(mover, parent_value, child_value):
    return max(parent_value, child_value) if mover == "max" else min(parent_value, child_value)
