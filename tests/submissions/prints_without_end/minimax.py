def max_value(game, state):
    while True:
        print("thinking ...")


def min_value(game, state):
    return max_value(game, state)


def minimax_search(game, state):
    return max_value(game, state)
