from sys import maxsize


class Frame:
    """What the call stack would hold for one state."""

    def __init__(self, game, state, isMax):
        self.isMax = isMax
        self.value = -maxsize if isMax else maxsize
        self.done = game.is_terminal(state)
        if self.done:
            self.value = game.utility(state)
            self.children = iter(())
        else:
            self.children = iter(game.successors(state))

    def update(self, childValue):
        if self.isMax:
            self.value = childValue if childValue > self.value else self.value
        else:
            self.value = childValue if childValue < self.value else self.value


def run(game, state, isMax):
    stack = [Frame(game, state, isMax)]
    while True:
        top = stack[-1]
        child = next(top.children, None)
        if child is not None:
            stack.append(Frame(game, child[1], not top.isMax))
        else:
            stack.pop()
            if not stack:
                return top.value
            stack[-1].update(top.value)


def max_value(game, state):
    return run(game, state, True)


def min_value(game, state):
    return run(game, state, False)


def minimax_search(game, state):
    isMax = game.to_move(state) == "max"
    bestAction, bestValue = None, None
    for action, child in game.successors(state):
        value = run(game, child, not isMax)
        if bestValue is None or (value > bestValue) == isMax and value != bestValue:
            bestAction, bestValue = action, value
    return bestAction
