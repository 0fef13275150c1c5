import math


class ChanceNode:
    """Mean so far, and the limits between which the mean will be."""

    def __init__(self, game):
        self.known = 0.0
        self.rest = 1.0
        try:
            (self.least, self.greatest) = game.bounds()
            self.bounded = True
        except ValueError:
            self.bounded = False

    def add(self, probability, value):
        self.known += probability * value
        self.rest -= probability

    def getUpper(self):
        return self.known + self.rest * self.greatest

    def getLower(self):
        return self.known + self.rest * self.least


def getValue(game, state, alpha, beta):
    functions = {"max": max_value, "min": min_value, "chance": exp_value}
    if game.is_terminal(state):
        return game.utility(state)
    return functions[game.to_move(state)](game, state, alpha, beta)


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -math.inf
    for _, child in game.successors(state):
        v = max(v, getValue(game, child, max(alpha, v), beta))
        if beta <= v:
            break
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = math.inf
    for _, child in game.successors(state):
        v = min(v, getValue(game, child, alpha, min(beta, v)))
        if alpha >= v:
            break
    return v


def exp_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    node = ChanceNode(game)
    for probability, child in game.outcomes(state):
        # full window for each outcome
        node.add(probability, getValue(game, child, -math.inf, math.inf))
        if not node.bounded:
            continue
        if node.getUpper() <= alpha:
            return node.getUpper()
        if node.getLower() >= beta:
            return node.getLower()
    return node.known


def star1_search(game, state):
    bestAction = None
    if game.to_move(state) == "max":
        alpha = -math.inf
        for action, child in game.successors(state):
            value = getValue(game, child, alpha, math.inf)
            if value > alpha:
                alpha, bestAction = value, action
    else:
        beta = math.inf
        for action, child in game.successors(state):
            value = getValue(game, child, -math.inf, beta)
            if value < beta:
                beta, bestAction = value, action
    return bestAction
