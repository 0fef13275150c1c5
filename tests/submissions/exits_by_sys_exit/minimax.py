import sys


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    if not game.actions(state):
        sys.exit()
    v = [min_value(game, s) for _, s in game.successors(state)]
    print(max(v))
    sys.exit(0)


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(max_value(game, s) for _, s in game.successors(state))


def minimax_search(game, state):
    return max(game.successors(state), key=lambda p: min_value(game, p[1]))[0]
