"""Negamax style: U is kept for whoever is to move at the node, and turned in UCB1; logs are taken once."""

import math

C = math.sqrt(2.0)


def ucb1(utility, playouts, parent_playouts, c=C):
    if playouts == 0:
        return math.inf
    return (utility + c * math.sqrt(playouts * math.log(parent_playouts))) / playouts


class Node:
    def __init__(self, game, state):
        self.game, self.state = game, state
        self.total = self.count = 0
        self.children = []
        self.todo = iter(()) if game.is_terminal(state) else iter(game.successors(state))

    def run(self):
        """(payoff for MAX); counts it here."""
        payoff = self.step()
        self.count += 1
        self.total += payoff if self.game.to_move(self.state) == "max" else -payoff
        return payoff

    def step(self):
        pair = next(self.todo, None)
        if pair is not None:
            child = Node(self.game, pair[1])
            self.children.append((pair[0], child))
            payoff = self.game.playout(child.state)
            child.count += 1
            child.total += payoff if self.game.to_move(child.state) == "max" else -payoff
            return payoff
        if not self.children:
            return self.game.playout(self.state)
        me = self.game.to_move(self.state)
        best = None
        for _, child in self.children:
            turned = 1 if self.game.to_move(child.state) == me else -1
            score = ucb1(turned * child.total, child.count, self.count)
            if best is None or score > best[0]:
                best = score, child
        return best[1].run()


def mcts_search(game, state, iterations):
    root = Node(game, state)
    for _ in range(iterations):
        root.run()
    return max(root.children, key=lambda pair: pair[1].count)[0]
