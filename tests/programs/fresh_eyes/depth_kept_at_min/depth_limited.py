def depth_limited_search(game, state, depth):
    who = game.to_move(state)
    table = []
    for action, nxt in game.successors(state):
        if who == "max":
            table.append((min_value(game, nxt, depth - 1), action))
        else:
            table.append((max_value(game, nxt, depth - 1), action))
    target = max(v for v, _ in table) if who == "max" else min(v for v, _ in table)
    for v, action in table:
        if v == target:
            return action


def max_value(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = float("-inf")
    for _, nxt in game.successors(state):
        v = max(v, min_value(game, nxt, depth - 1))
    return v


def min_value(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = float("inf")
    for _, nxt in game.successors(state):
        v = min(v, max_value(game, nxt, depth))
    return v
