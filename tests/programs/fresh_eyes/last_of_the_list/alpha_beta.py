class Searcher:
    def __init__(self, game):
        self.game = game

    def high(self, s, a, b):
        g = self.game
        if g.is_terminal(s):
            return g.utility(s)
        v = float("-inf")
        for m in g.actions(s):
            v = max(v, self.low(g.result(s, m), a, b))
            if v >= b:
                break
            a = max(a, v)
        return v

    def low(self, s, a, b):
        g = self.game
        if g.is_terminal(s):
            return g.utility(s)
        v = float("inf")
        for m in g.actions(s):
            v = min(v, self.high(g.result(s, m), a, b))
            if v <= a:
                break
            b = min(b, v)
        return v


def max_value(game, state, alpha, beta):
    return Searcher(game).high(state, alpha, beta)


def min_value(game, state, alpha, beta):
    return Searcher(game).low(state, alpha, beta)


def alpha_beta_search(game, state):
    s = Searcher(game)
    alpha, beta = float("-inf"), float("inf")
    out = []
    for m in game.actions(state):
        child = game.result(state, m)
        if game.to_move(state) == "max":
            v = s.low(child, alpha, beta)
            alpha = max(alpha, v)
        else:
            v = s.high(child, alpha, beta)
            beta = min(beta, v)
        out.append((v, m))
    best = max(out)[0] if game.to_move(state) == "max" else min(out)[0]
    return [m for v, m in out if v == best].pop()
