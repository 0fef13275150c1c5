from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = globals()[evalFn]
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        bestAction, bestValue = None, float("-inf")
        for action in gameState.getLegalActions(0):
            value = self.minValue(gameState.generateSuccessor(0, action), self.depth, 1)
            if value > bestValue:
                bestAction, bestValue = action, value
        return bestAction

    def maxValue(self, state, depth):
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        best = float("-inf")
        for action in state.getLegalActions(0):
            successor = state.generateSuccessor(0, action)
            best = max(best, self.minValue(successor, depth, 1))
        return best

    def minValue(self, state, depth, ghost):
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        worst = float("inf")
        for action in state.getLegalActions(ghost):
            successor = state.generateSuccessor(ghost, action)
            if ghost == state.getNumAgents() - 1:
                worst = min(worst, self.maxValue(successor, depth - 1))
            else:
                worst = min(worst, self.minValue(successor, depth - 1, ghost + 1))
        return worst


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        alpha, beta = float("-inf"), float("inf")
        bestAction = None
        for action in gameState.getLegalActions(0):
            successor = gameState.generateSuccessor(0, action)
            value = self.minValue(successor, self.depth, 1, alpha, beta)
            if value > alpha:
                bestAction, alpha = action, value
        return bestAction

    def maxValue(self, state, depth, alpha, beta):
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        best = float("-inf")
        for action in state.getLegalActions(0):
            successor = state.generateSuccessor(0, action)
            best = max(best, self.minValue(successor, depth, 1, alpha, beta))
            if best > beta:
                return best
            alpha = max(alpha, best)
        return best

    def minValue(self, state, depth, ghost, alpha, beta):
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        worst = float("inf")
        for action in state.getLegalActions(ghost):
            successor = state.generateSuccessor(ghost, action)
            if ghost == state.getNumAgents() - 1:
                value = self.maxValue(successor, depth - 1, alpha, beta)
            else:
                value = self.minValue(successor, depth, ghost + 1, alpha, beta)
            worst = min(worst, value)
            if worst < alpha:
                return worst
            beta = min(beta, worst)
        return worst


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        bestAction, bestValue = None, float("-inf")
        for action in gameState.getLegalActions(0):
            value = self.expValue(gameState.generateSuccessor(0, action), self.depth, 1)
            if value > bestValue:
                bestAction, bestValue = action, value
        return bestAction

    def maxValue(self, state, depth):
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        best = float("-inf")
        for action in state.getLegalActions(0):
            best = max(best, self.expValue(state.generateSuccessor(0, action), depth, 1))
        return best

    def expValue(self, state, depth, ghost):
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        actions = state.getLegalActions(ghost)
        total = 0
        for action in actions:
            successor = state.generateSuccessor(ghost, action)
            if ghost == state.getNumAgents() - 1:
                total += self.maxValue(successor, depth - 1)
            else:
                total += self.expValue(successor, depth, ghost + 1)
        return total / len(actions)
