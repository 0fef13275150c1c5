def singular_search(game, state, depth, margin):
    is_max = game.to_move(state) == "max"
    found = []
    for action in game.actions(state):
        w = value(game, game.result(state, action), depth - 1)
        found.append([w if is_max else -w, action])
    ranked = sorted(found, key=lambda pair: pair[0], reverse=True)
    if len(ranked) > 1 and ranked[0][0] >= ranked[1][0] + margin:
        w = value(game, game.result(state, ranked[0][1]), depth)
        ranked[0][0] = w if is_max else -w
    return max(ranked, key=lambda pair: pair[0])[1]


def value(game, state, plies):
    if game.is_terminal(state):
        return game.utility(state)
    if not plies:
        return game.evaluate(state)
    values = [value(game, child, plies - 1) for _, child in game.successors(state)]
    return max(values) if game.to_move(state) == "max" else min(values)


def max_value(game, state, depth):
    return value(game, state, depth)


def min_value(game, state, depth):
    return value(game, state, depth)
