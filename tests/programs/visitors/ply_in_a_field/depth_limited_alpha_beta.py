from math import inf


class Searcher:
    """Counts plies up, keeps the best action of the root in a field, and leaves with try and finally."""

    def __init__(self, game, limit):
        self.game, self.limit = game, limit
        self.ply = 0
        self.best = None

    def down(self, state, alpha, beta, maximizing):
        self.ply += 1
        try:
            return self.value(state, alpha, beta, maximizing)
        finally:
            self.ply -= 1

    def value(self, state, alpha, beta, maximizing):
        if self.game.is_terminal(state):
            return self.game.utility(state)
        if self.ply == self.limit:
            return self.game.evaluate(state)
        v = -inf if maximizing else inf
        for action, child in self.game.successors(state):
            w = self.down(child, alpha, beta, not maximizing)
            if (w > v) if maximizing else (w < v):
                v = w
                if self.ply == 0:
                    self.best = action
            if maximizing:
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
            if beta <= alpha:
                return v
        return v


def max_value(game, state, alpha, beta, depth):
    return Searcher(game, depth).value(state, alpha, beta, True)


def min_value(game, state, alpha, beta, depth):
    return Searcher(game, depth).value(state, alpha, beta, False)


def depth_limited_alpha_beta_search(game, state, depth):
    searcher = Searcher(game, depth)
    searcher.value(state, -inf, inf, game.to_move(state) == "max")
    return searcher.best
