class Searcher:
    def __init__(self, game):
        self.game = game
        self.alpha = float("-inf")
        self.beta = float("inf")

    def highest(self, state):
        if self.game.is_terminal(state):
            return self.game.utility(state)
        v = float("-inf")
        for _, child in self.game.successors(state):
            v = max(v, self.lowest(child))
            if v >= self.beta:
                return v
            self.alpha = max(self.alpha, v)
        return v

    def lowest(self, state):
        if self.game.is_terminal(state):
            return self.game.utility(state)
        v = float("inf")
        for _, child in self.game.successors(state):
            v = min(v, self.highest(child))
            if v <= self.alpha:
                return v
            self.beta = min(self.beta, v)
        return v


def max_value(game, state, alpha, beta):
    searcher = Searcher(game)
    searcher.alpha, searcher.beta = alpha, beta
    return searcher.highest(state)


def min_value(game, state, alpha, beta):
    searcher = Searcher(game)
    searcher.alpha, searcher.beta = alpha, beta
    return searcher.lowest(state)


def alpha_beta_search(game, state):
    searcher = Searcher(game)
    best = None
    if game.to_move(state) == "max":
        for action, child in game.successors(state):
            v = searcher.lowest(child)
            if v > searcher.alpha or best is None:
                best = action
            searcher.alpha = max(searcher.alpha, v)
    else:
        for action, child in game.successors(state):
            v = searcher.highest(child)
            if v < searcher.beta or best is None:
                best = action
            searcher.beta = min(searcher.beta, v)
    return best
