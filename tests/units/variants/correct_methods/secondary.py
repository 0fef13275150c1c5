import math


class Search:
    def __init__(self, game, state, depth):
        self.game, self.state, self.depth = game, state, depth
        self.maximise = game.to_move(state) == "max"

    def better(self, a, b):
        return a > b if self.maximise else a < b

    def look(self, child, depth):
        if self.game.to_move(child) == "max":
            return max_value(self.game, child, depth)
        return min_value(self.game, child, depth)

    def run(self):
        best = second = None
        for action, child in self.game.successors(self.state):
            entry = (self.look(child, self.depth - 1), action, child)
            if best is None or self.better(entry[0], best[0]):
                best, second = entry, best
            elif second is None or self.better(entry[0], second[0]):
                second = entry
        if second is None:
            return best[1]
        again = self.look(best[2], self.depth)
        if self.better(best[0], again):
            other = self.look(second[2], self.depth)
            if self.better(other, again):
                return second[1]
        return best[1]


def secondary_search(game, state, depth):
    return Search(game, state, depth).run()


def max_value(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if not depth:
        return game.evaluate(state)
    v = -math.inf
    for action in game.actions(state):
        child = game.result(state, action)
        look = max_value if game.to_move(child) == "max" else min_value
        v = max(v, look(game, child, depth - 1))
    return v


def min_value(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if not depth:
        return game.evaluate(state)
    v = math.inf
    for action in game.actions(state):
        child = game.result(state, action)
        look = max_value if game.to_move(child) == "max" else min_value
        v = min(v, look(game, child, depth - 1))
    return v
