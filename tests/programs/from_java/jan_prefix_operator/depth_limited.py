INFINITY = float("inf")


class DepthLimitedSolver:
    def __init__(self, game):
        self.game = game

    def isFinished(self, state, depth):
        return self.game.is_terminal(state) or depth == 0

    def getValue(self, state):
        if self.game.is_terminal(state):
            return self.game.utility(state);
        return self.game.evaluate(state);

    def maxValue(self, state, depth):
        if self.isFinished(state, depth):
            return self.getValue(state);
        best = -INFINITY;
        --depth;
        for action, child in self.game.successors(state):
            best = max(best, self.minValue(child, depth));
        return best;

    def minValue(self, state, depth):
        if self.isFinished(state, depth):
            return self.getValue(state);
        best = INFINITY;
        --depth;
        for action, child in self.game.successors(state):
            best = min(best, self.maxValue(child, depth));
        return best;


def max_value(game, state, depth):
    return DepthLimitedSolver(game).maxValue(state, depth)


def min_value(game, state, depth):
    return DepthLimitedSolver(game).minValue(state, depth)


def depth_limited_search(game, state, depth):
    solver = DepthLimitedSolver(game)
    isMax = game.to_move(state) == "max"
    bestAction = None
    bestValue = None
    for action, child in game.successors(state):
        value = solver.minValue(child, depth - 1) if isMax else solver.maxValue(child, depth - 1)
        if bestValue is None or (value > bestValue if isMax else value < bestValue):
            bestValue = value
            bestAction = action
    return bestAction
