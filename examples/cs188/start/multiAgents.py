"""Search for Pac-Man: what each agent does is yours to write.

A state has `getLegalActions(agentIndex)`, `generateSuccessor(agentIndex, action)`,
`isWin()`, `isLose()`, `getNumAgents()` and `getScore()`. Agent 0 is Pac-Man.
"""

from game import Agent


def scoreEvaluationFunction(currentGameState):
    """The score that the game shows."""
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    """What the agents below share: `self.depth`, in rounds, and the evaluation."""

    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = globals()[evalFn]
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    """Minimax, where ghosts move as is worst for Pac-Man."""

    def getAction(self, gameState):
        """The best action, `self.depth` rounds ahead."""
        raise NotImplementedError


class AlphaBetaAgent(MultiAgentSearchAgent):
    """Minimax with alpha-beta pruning; nothing is pruned on equality."""

    def getAction(self, gameState):
        """The best action, `self.depth` rounds ahead."""
        raise NotImplementedError


class ExpectimaxAgent(MultiAgentSearchAgent):
    """Ghosts take each of their legal actions as often as any other."""

    def getAction(self, gameState):
        """The best action, `self.depth` rounds ahead."""
        raise NotImplementedError
