seen = []


def max_value(game, state):
    while state not in seen:
        seen.append("x" * 10**6 + str(len(seen)))


def min_value(game, state):
    return max_value(game, state)


def minimax_search(game, state):
    return game.actions(state)[0]
