async def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = max(lowest(game, s) for _, s in game.successors(state))
    return v


async def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    v = min(highest(game, s) for _, s in game.successors(state))
    return v


def highest(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(lowest(game, s) for _, s in game.successors(state))


def lowest(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(highest(game, s) for _, s in game.successors(state))


def minimax_search(game, state):
    if game.to_move(state) == "max":
        a = max(game.successors(state), key=lambda p: lowest(game, p[1]))[0]
    else:
        a = min(game.successors(state), key=lambda p: highest(game, p[1]))[0]
    return a
