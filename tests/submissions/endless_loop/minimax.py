def max_value(game, state):
    best = float("-inf")
    actions = list(game.actions(state))
    while actions:
        a = actions[0]
        v = min_value(game, game.result(state, a))
        if v > best:
            best = v
    return best


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(max_value(game, s) for _, s in game.successors(state))


def minimax_search(game, state):
    return game.actions(state)[0]
