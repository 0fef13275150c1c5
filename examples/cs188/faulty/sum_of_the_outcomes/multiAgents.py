from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = globals()[evalFn]
        self.depth = int(depth)

    def isDone(self, state, plies):
        most = self.depth * state.getNumAgents()
        return plies == most or state.isWin() or state.isLose()

    def children(self, state, plies):
        agent = plies % state.getNumAgents()
        for action in state.getLegalActions(agent):
            yield action, state.generateSuccessor(agent, action)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        pairs = self.children(gameState, 0)
        return max(pairs, key=lambda pair: self.value(pair[1], 1))[0]

    def value(self, state, plies):
        if self.isDone(state, plies):
            return self.evaluationFunction(state)
        values = [self.value(s, plies + 1) for _, s in self.children(state, plies)]
        return max(values) if plies % state.getNumAgents() == 0 else min(values)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.search(gameState, 0, float("-inf"), float("inf"))[1]

    def search(self, state, plies, alpha, beta):
        if self.isDone(state, plies):
            return self.evaluationFunction(state), None
        pacman = plies % state.getNumAgents() == 0
        best, choice = float("-inf") if pacman else float("inf"), None
        for action, successor in self.children(state, plies):
            v, _ = self.search(successor, plies + 1, alpha, beta)
            if pacman:
                if v > best:
                    best, choice = v, action
                if best > beta:
                    break
                alpha = max(alpha, best)
            else:
                if v < best:
                    best, choice = v, action
                if best < alpha:
                    break
                beta = min(beta, best)
        return best, choice


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        pairs = self.children(gameState, 0)
        return max(pairs, key=lambda pair: self.value(pair[1], 1))[0]

    def value(self, state, plies):
        if self.isDone(state, plies):
            return self.evaluationFunction(state)
        values = [self.value(s, plies + 1) for _, s in self.children(state, plies)]
        if plies % state.getNumAgents() == 0:
            return max(values)
        return sum(values)
