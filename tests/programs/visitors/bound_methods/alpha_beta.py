from functools import partial
from math import inf


class Search:
    def value(self, player, game, state, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state)
        return getattr(self, player)(game, state, alpha, beta)

    def max(self, game, state, alpha, beta):
        v = -inf
        for _, s in game.successors(state):
            v = max(v, self.value("min", game, s, alpha, beta))
            if v >= beta:
                break
            alpha = max(alpha, v)
        return v

    def min(self, game, state, alpha, beta):
        v = inf
        for _, s in game.successors(state):
            v = min(v, self.value("max", game, s, alpha, beta))
            if v <= alpha:
                break
            beta = min(beta, v)
        return v

    def action(self, game, state):
        alpha, beta, kept = -inf, inf, None
        for a, s in game.successors(state):
            if game.to_move(state) == "max":
                v = self.value("min", game, s, alpha, beta)
                if kept is None or v > alpha:
                    alpha, kept = v, a
            else:
                v = self.value("max", game, s, alpha, beta)
                if kept is None or v < beta:
                    beta, kept = v, a
        return kept


search = Search()
max_value = partial(search.value, "max")
min_value = partial(search.value, "min")
alpha_beta_search = search.action
