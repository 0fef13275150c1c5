def negamax(game, state, colour):
    if game.is_terminal(state):
        return game.utility(state)
    return max(-negamax(game, child, -colour) for _, child in game.successors(state))


def max_value(game, state):
    return negamax(game, state, 1)


def min_value(game, state):
    return -negamax(game, state, -1)


def minimax_search(game, state):
    colour = 1 if game.to_move(state) == "max" else -1
    return max(game.successors(state), key=lambda pair: -negamax(game, pair[1], -colour))[0]
