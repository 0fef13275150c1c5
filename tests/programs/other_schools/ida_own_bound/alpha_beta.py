class Window:
    def __init__(self, lo, hi):
        self.lo = lo
        self.hi = hi


class AlphaBeta:
    def __init__(self, game):
        self.game = game

    def value(self, state, window):
        if self.game.is_terminal(state):
            return self.game.utility(state)
        if self.game.to_move(state) == "max":
            return self.maxValue(state, window)
        return self.minValue(state, window)

    def maxValue(self, state, window):
        v = float("-inf")
        lo = window.lo
        for _, child in self.game.successors(state):
            v = max(v, self.value(child, Window(lo, window.hi)))
            if v > window.lo:
                return v
            lo = max(lo, v)
        return v

    def minValue(self, state, window):
        v = float("inf")
        hi = window.hi
        for _, child in self.game.successors(state):
            v = min(v, self.value(child, Window(window.lo, hi)))
            if v <= window.lo:
                return v
            hi = min(hi, v)
        return v


def alpha_beta_search(game, state):
    solver = AlphaBeta(game)
    root = Window(float("-inf"), float("inf"))
    chosen = None
    for action, child in game.successors(state):
        v = solver.value(child, Window(root.lo, root.hi))
        if game.to_move(state) == "max" and v > root.lo:
            root.lo, chosen = v, action
        if game.to_move(state) == "min" and v < root.hi:
            root.hi, chosen = v, action
    return chosen


def max_value(game, state, alpha, beta):
    return AlphaBeta(game).value(state, Window(alpha, beta))


def min_value(game, state, alpha, beta):
    return AlphaBeta(game).value(state, Window(alpha, beta))
