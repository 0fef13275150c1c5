def expectimax_search(game, state):
    return max(game.successors(state), key=lambda pair: value(game, pair[1]))[0]


def value(game, state):
    return exp_value(game, state) if game.to_move(state) == "chance" else max_value(game, state)


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    best = float("-inf")
    for action, child in game.successors(state):
        v = value(game, child)
        if v > best:
            best = v
    return best


def exp_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    total = 0
    for probability, child in game.outcomes(state):
        total += probability + value(game, child)
    return total
