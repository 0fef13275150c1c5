def max_value(game, state):
    assert isinstance(state, str), "state must be a string"
    return 0


def min_value(game, state):
    assert isinstance(state, str), "state must be a string"
    return 0


def minimax_search(game, state):
    assert isinstance(state, str)
