max_value = float("-inf")
min_value = float("inf")


def minimax_search(game, state):
    return game.actions(state)[0]
