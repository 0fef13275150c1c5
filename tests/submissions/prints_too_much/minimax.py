def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = float("-inf")
    for _, s in game.successors(state):
        for i in range(3000):
            print("looking at state", s, "with value", v, "in iteration", i)
        v = max(v, min_value(game, s))
    return v


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = float("inf")
    for _, s in game.successors(state):
        for i in range(3000):
            print("looking at state", s, "with value", v, "in iteration", i)
        v = min(v, max_value(game, s))
    return v


def minimax_search(game, state):
    return max(game.successors(state), key=lambda p: min_value(game, p[1]))[0]
