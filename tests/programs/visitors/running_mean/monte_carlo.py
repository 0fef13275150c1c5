"""Each node keeps its mean, put right by each playout."""

import math


class Arm:
    __slots__ = ("state", "q", "n", "arms")

    def __init__(self, state):
        self.state = state
        self.q = 0.0
        self.n = 0
        self.arms = None

    def learn(self, gain):
        self.n += 1
        self.q += (gain - self.q) / self.n


def ucb1(utility, playouts, parent_playouts, c=math.sqrt(2)):
    if playouts < 1:
        return math.inf
    return utility / playouts + c * math.sqrt(math.log(parent_playouts) / playouts)


def descend(game, arm):
    """What MAX gets."""
    if game.is_terminal(arm.state):
        return game.playout(arm.state)
    if arm.arms is None:
        arm.arms = [Arm(s) for _, s in game.successors(arm.state)]
    total = arm.n
    scores = [
        child.q + math.sqrt(2 * math.log(total) / child.n) if child.n else math.inf
        for child in arm.arms
    ]
    child = arm.arms[scores.index(max(scores))]
    payoff = descend(game, child) if child.n else game.playout(child.state)
    child.learn(payoff if game.to_move(arm.state) == "max" else -payoff)
    return payoff


def mcts_search(game, state, iterations):
    root = Arm(state)
    for _ in range(iterations):
        payoff = descend(game, root)
        root.n += 1
    return game.actions(state)[max(range(len(root.arms)), key=lambda i: root.arms[i].n)]
