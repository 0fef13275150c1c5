import math

state_value = {}


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    highest = -math.inf
    for move, following in game.successors(state):
        highest = max(highest, min_value(game, following))
    return highest


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    lowest = math.inf
    for move, following in game.successors(state):
        lowest = min(lowest, max_value(game, following))
    return lowest


def minimax_search(game, state):
    winner, record = None, None
    for move, following in game.successors(state):
        if game.to_move(state) == "max":
            got = min_value(game, following)
            better = record is None or got > record
        else:
            got = max_value(game, following)
            better = record is None or got < record
        if better:
            winner, record = following, got
    return winner
