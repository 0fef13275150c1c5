"""Negamax: one function for both players, the colour tells who is to move."""


def negamax(game, state, colour):
    if game.is_terminal(state):
        return colour * game.utility(state)
    return max(-negamax(game, child, -colour) for _, child in game.successors(state))


def max_value(game, state):
    return negamax(game, state, 1)


def min_value(game, state):
    return -negamax(game, state, -1)


def minimax_search(game, state):
    colour = 1 if game.to_move(state) == "max" else -1
    best, best_score = None, None
    for action, child in game.successors(state):
        score = -negamax(game, child, -colour)
        if best_score is None or score > best_score:
            best, best_score = action, score
    return best
