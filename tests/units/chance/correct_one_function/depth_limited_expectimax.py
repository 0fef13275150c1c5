"""One recursive function; the outcomes are lists, and lists are summed up."""


def search(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth <= 0:
        return game.evaluate(state)
    if game.to_move(state) == "max":
        return max([search(game, s, depth - 1) for _, s in game.successors(state)])
    probabilities = [p for p, _ in game.outcomes(state)]
    values = [search(game, s, depth) for _, s in game.outcomes(state)]
    return sum(p * v for p, v in zip(probabilities, values))


def max_value(game, state, depth):
    return search(game, state, depth)


def exp_value(game, state, depth):
    return search(game, state, depth)


def depth_limited_expectimax_search(game, state, depth):
    actions = game.actions(state)
    values = [search(game, game.result(state, a), depth - 1) for a in actions]
    return actions[values.index(max(values))]
