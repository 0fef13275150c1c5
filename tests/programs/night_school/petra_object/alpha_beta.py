import math


class AlphaBeta:
    def __init__(self, game, alpha=-math.inf, beta=math.inf):
        self.game = game
        self.alpha = alpha
        self.beta = beta

    def max_wert(self, state):
        if self.game.is_terminal(state):
            return self.game.utility(state)
        v = -math.inf
        for a in self.game.actions(state):
            v = max(v, self.min_wert(self.game.result(state, a)))
            if v >= self.beta:
                return v
            self.alpha = max(self.alpha, v)
        return v

    def min_wert(self, state):
        if self.game.is_terminal(state):
            return self.game.utility(state)
        v = math.inf
        for a in self.game.actions(state):
            v = min(v, self.max_wert(self.game.result(state, a)))
            if v <= self.alpha:
                return v
            self.beta = min(self.beta, v)
        return v


def alpha_beta_search(game, state):
    best_action = None
    if game.to_move(state) == "max":
        best = -math.inf
        for a in game.actions(state):
            v = AlphaBeta(game, alpha=best).min_wert(game.result(state, a))
            if v > best:
                best, best_action = v, a
    else:
        best = math.inf
        for a in game.actions(state):
            v = AlphaBeta(game, beta=best).max_wert(game.result(state, a))
            if v < best:
                best, best_action = v, a
    return best_action


def max_value(game, state, alpha, beta):
    return AlphaBeta(game, alpha, beta).max_wert(state)


def min_value(game, state, alpha, beta):
    return AlphaBeta(game, alpha, beta).min_wert(state)
