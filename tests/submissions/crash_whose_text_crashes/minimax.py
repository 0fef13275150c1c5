class SearchError(Exception):
    def __init__(self, state):
        self.state = state

    def __str__(self):
        return "no value for " + self.state.name


def max_value(game, state):
    for _, s in game.successors(state):
        raise SearchError(s)


def min_value(game, state):
    raise SearchError(state)


def minimax_search(game, state):
    return max_value(game, state)
