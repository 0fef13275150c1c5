import math


class Window:
    """What both players are sure of. A new one is made for each change."""

    def __init__(self, alpha=-math.inf, beta=math.inf):
        self.alpha, self.beta = alpha, beta

    def raised(self, v):
        return Window(max(self.alpha, v), self.beta)

    def lowered(self, v):
        return Window(self.alpha, min(self.beta, v))


def children(game, state):
    for action in game.actions(state):
        yield game.result(state, action)


def best_for_max(game, state, window):
    if game.is_terminal(state):
        return game.utility(state)
    v = -math.inf
    for child in children(game, state):
        v = max(v, best_for_min(game, child, window))
        if v >= window.beta:
            return v
        window = window.raised(v)
    return v


def best_for_min(game, state, window):
    if game.is_terminal(state):
        return game.utility(state)
    v = math.inf
    for child in children(game, state):
        v = min(v, best_for_max(game, child, window))
        if v <= window.alpha:
            return v
        window = window.lowered(v)
    return v


def max_value(game, state, alpha, beta):
    return best_for_max(game, state, Window(alpha, beta))


def min_value(game, state, alpha, beta):
    return best_for_min(game, state, Window(alpha, beta))


def alpha_beta_search(game, state):
    window, best, chosen = Window(), None, None
    for action in game.actions(state):
        child = game.result(state, action)
        if game.to_move(state) == "max":
            v = best_for_min(game, child, window)
            window = window.raised(v)
            better = best is None or v > best
        else:
            v = best_for_max(game, child, window)
            window = window.lowered(v)
            better = best is None or v < best
        if better:
            best, chosen = v, action
    return chosen
