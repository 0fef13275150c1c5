def minimax_search(game, state):
    # TODO
    pass


def max_value(game, state):
    # TODO
    pass


def min_value(game, state):
    # TODO
    pass
