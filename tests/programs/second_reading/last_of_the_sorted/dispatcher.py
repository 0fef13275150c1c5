def dispatcher_search(game, state):
    choose = {"max": max, "min": min}[game.to_move(state)]
    return choose(game.actions(state), key=lambda a: value(game, game.result(state, a)))


def value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "max":
        return max_value(game, state)
    return min_value(game, state)


def max_value(game, state):
    return max(value(game, s) for _, s in game.successors(state))


def min_value(game, state):
    return sorted(value(game, s) for _, s in game.successors(state))[-1]
