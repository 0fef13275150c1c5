import math


class MCTSNode:
    def __init__(self, game, state, parent=None, action=None):
        self.game, self.state, self.parent, self.action = game, state, parent, action
        self.untried = list(game.actions(state))
        self.children = []
        self.N = 0
        self.U = 0

    def is_fully_expanded(self):
        return not self.untried

    def best(self):
        return max(self.children, key=lambda node: ucb1(node.U, node.N, self.N))

    def select(self):
        node = self
        while node.is_fully_expanded() and node.children:
            node = node.best()
        return node

    def expand(self):
        if self.is_fully_expanded():
            return self
        action = self.untried.pop(0)
        child = MCTSNode(self.game, self.game.result(self.state, action), self, action)
        self.children.append(child)
        return child

    def backup(self, payoff):
        self.N += 1
        if self.parent:
            player = self.game.to_move(self.parent.state)
            self.U += payoff if player == "max" else -payoff
            self.parent.backup(payoff)


def mcts_search(game, state, iterations):
    root = MCTSNode(game, state)
    for _ in range(iterations):
        child = root.select().expand()
        child.backup(game.playout((child.parent or child).state))
    return max(root.children, key=lambda node: node.N).action


def ucb1(utility, playouts, parent_playouts, c=math.sqrt(2)):
    if playouts == 0:
        return math.inf
    exploitation = utility / playouts
    exploration = math.sqrt(math.log(parent_playouts) / playouts)
    return exploitation + c * exploration
