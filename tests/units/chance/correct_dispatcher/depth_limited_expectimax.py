"""One function asks who is next, and whether to go on, as in CS 188."""


def value(game, state, depth):
    if game.is_terminal(state) or depth == 0:
        return game.evaluate(state)
    if game.to_move(state) == "max":
        return max_value(game, state, depth)
    return exp_value(game, state, depth)


def max_value(game, state, depth):
    v = float("-inf")
    for _, successor in game.successors(state):
        v = max(v, value(game, successor, depth - 1))
    return v


def exp_value(game, state, depth):
    v = 0
    for p, successor in game.outcomes(state):
        v += p * value(game, successor, depth)
    return v


def depth_limited_expectimax_search(game, state, depth):
    best, v = None, float("-inf")
    for action, successor in game.successors(state):
        w = value(game, successor, depth - 1)
        if best is None or w > v:
            best, v = action, w
    return best
