class Node:
    def __init__(self, game, state, parent=None, action=None):
        self.game, self.state, self.parent, self.action = game, state, parent, action
        self.untried = list(game.actions(state))
        self.children = []
        self.N = 0
        self.U = 0

    def mean(self):
        return self.U / self.N

    def select(self):
        node = self
        while not node.untried and node.children:
            node = max(node.children, key=Node.mean)
        return node

    def expand(self):
        if not self.untried:
            return self
        action = self.untried.pop(0)
        child = Node(self.game, self.game.result(self.state, action), self, action)
        self.children.append(child)
        return child

    def backup(self, payoff):
        self.N += 1
        if self.parent:
            player = self.game.to_move(self.parent.state)
            self.U += payoff if player == "max" else -payoff
            self.parent.backup(payoff)


def plain_mean_search(game, state, iterations):
    root = Node(game, state)
    for _ in range(iterations):
        child = root.select().expand()
        child.backup(game.playout(child.state))
    return max(root.children, key=lambda node: node.N).action
