def alpha_beta_search(game, state):
    raise NotImplementedError


def max_value(game, state, alpha, beta):
    raise NotImplementedError


def min_value(game, state, alpha, beta):
    raise NotImplementedError
