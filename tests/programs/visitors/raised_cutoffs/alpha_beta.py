from contextlib import suppress
from math import inf


class Cutoff(Exception):
    """Raised where the rest cannot matter."""


class Best:
    def __init__(self, alpha, beta, maximizing):
        self.alpha, self.beta, self.maximizing = alpha, beta, maximizing
        self.value = -inf if maximizing else inf

    def see(self, value):
        if self.maximizing:
            self.value = max(self.value, value)
            if self.value >= self.beta:
                raise Cutoff
            self.alpha = max(self.alpha, self.value)
        else:
            self.value = min(self.value, value)
            if self.value <= self.alpha:
                raise Cutoff
            self.beta = min(self.beta, self.value)


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    best = Best(alpha, beta, True)
    with suppress(Cutoff):
        for _, s in game.successors(state):
            best.see(min_value(game, s, best.alpha, best.beta))
    return best.value


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    best = Best(alpha, beta, False)
    try:
        for _, s in game.successors(state):
            best.see(max_value(game, s, best.alpha, best.beta))
    except Cutoff:
        pass
    finally:
        answer = best.value
    return answer


def alpha_beta_search(game, state):
    best = Best(-inf, inf, game.to_move(state) == "max")
    kept = None
    for action, s in game.successors(state):
        before = best.value
        best.see((min_value if best.maximizing else max_value)(game, s, best.alpha, best.beta))
        if best.value != before or kept is None:
            kept = action
    return kept
