def average(total, count):
    return total / count


def evaluate(game, state):
    return average(game.utility(state), 0)


def max_value(game, state):
    if game.is_terminal(state):
        return evaluate(game, state)
    return max(min_value(game, s) for _, s in game.successors(state))


def min_value(game, state):
    if game.is_terminal(state):
        return evaluate(game, state)
    return min(max_value(game, s) for _, s in game.successors(state))


def minimax_search(game, state):
    return max(game.successors(state), key=lambda p: min_value(game, p[1]))[0]
