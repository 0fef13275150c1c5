# Generators that wait on a list: each yields the state that it wants to know about.

def minimax_dfs(game, root):
    waiting, value = [values(game, root)], None
    while waiting:
        try:
            wanted = waiting[-1].send(value)
            waiting.append(values(game, wanted))
            value = None
        except StopIteration as end:
            waiting.pop()
            value = end.value
    return value


def values(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    mover, value = game.to_move(state), None
    for _, child in game.successors(state):
        found = yield child
        value = found if value is None else backup1(mover, value, found)
    return value


def backup1(mover, parent_value, child_value):
    return max(parent_value, child_value) if mover == "max" else min(parent_value, child_value)
