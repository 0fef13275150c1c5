def secondary_search(game, state, depth):
    is_max = game.to_move(state) == "max"
    children = [game.result(state, action) for action in game.actions(state)]

    def look(place, plies):
        found = value(game, children[place], plies)
        return found if is_max else -found

    seen = [look(place, depth - 1) for place in range(len(children))]
    ranked = sorted(range(len(children)), key=seen.__getitem__, reverse=True)
    chosen = ranked[0]
    if len(ranked) >= 2:
        closer = look(chosen, depth)
        if closer < seen[chosen]:
            chosen = max((closer, 1, chosen), (look(ranked[1], depth), 0, ranked[1]))[2]
    return game.actions(state)[chosen]


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
