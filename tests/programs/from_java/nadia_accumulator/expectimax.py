class Accumulator:
    """Sums up values."""

    def __init__(self):
        self.sum = 0.0
        self.count = 0

    def add(self, weight, value):
        self.sum += weight * value
        self.count += 1

    def getMean(self):
        return self.sum / self.count


def valueOf(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max_value(game, state) if game.to_move(state) == "max" else exp_value(game, state)


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    best = float("-inf")
    for pair in game.successors(state):
        nextState = pair[1]
        v = valueOf(game, nextState)
        best = v if v > best else best
    return best


def exp_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    acc = Accumulator()
    for pair in game.outcomes(state):
        probability = pair[0]
        nextState = pair[1]
        acc.add(probability, valueOf(game, nextState))
    return acc.getMean()


def expectimax_search(game, state):
    bestAction = None
    best = float("-inf")
    for pair in game.successors(state):
        v = valueOf(game, pair[1])
        if v > best:
            best = v
            bestAction = pair[0]
    return bestAction
