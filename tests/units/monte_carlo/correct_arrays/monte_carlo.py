"""Nodes are numbers, and what is known of them stands in lists; values turn in negamax."""
from math import inf, log, sqrt

ROOT = 0


def ucb1(utility, playouts, parent_playouts, c=2 ** 0.5):
    return inf if not playouts else utility / playouts + c * sqrt(log(parent_playouts) / playouts)


class Tree:
    def __init__(self, state):
        self.states = [state]
        self.above = [None]
        self.below = [[]]
        self.moves = [None]
        self.visits = [0]
        self.mean = [0.0]

    def add(self, node, move, state):
        self.states.append(state)
        self.above.append(node)
        self.below.append([])
        self.moves.append(move)
        self.visits.append(0)
        self.mean.append(0.0)
        self.below[node].append(len(self.states) - 1)
        return len(self.states) - 1

    def score(self, node):
        n = self.visits[node]
        return ucb1(self.mean[node] * n, n, self.visits[self.above[node]])


def descend(game, tree):
    node = ROOT
    while True:
        state = tree.states[node]
        if game.is_terminal(state):
            return node
        moves = game.actions(state)
        tried = len(tree.below[node])
        if tried < len(moves):
            return tree.add(node, moves[tried], game.result(state, moves[tried]))
        scores = [tree.score(child) for child in tree.below[node]]
        node = tree.below[node][scores.index(max(scores))]


def mcts_search(game, state, iterations):
    tree = Tree(state)
    i = 0
    while i < iterations:
        node = descend(game, tree)
        payoff = game.playout(tree.states[node])
        while node != ROOT:
            mover = game.to_move(tree.states[tree.above[node]])
            own = payoff if mover == "max" else -payoff
            tree.visits[node] += 1
            tree.mean[node] += (own - tree.mean[node]) / tree.visits[node]
            node = tree.above[node]
        tree.visits[ROOT] += 1
        i += 1
    counts = [tree.visits[child] for child in tree.below[ROOT]]
    return tree.moves[tree.below[ROOT][counts.index(max(counts))]]
