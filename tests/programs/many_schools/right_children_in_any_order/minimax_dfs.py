import math


class Node:
    def __init__(self, state, parent=None):
        self.state = state
        self.parent = parent
        self.opened = False
        self.value = None


def backup1(mover, parent_value, child_value):
    return max(parent_value, child_value) if mover == "max" else min(parent_value, child_value)


def minimax_dfs(game, root):
    top = Node(root)
    stack = [top]
    while stack:
        node = stack[-1]
        if not node.opened and not game.is_terminal(node.state):
            node.opened = True
            node.value = -math.inf if game.to_move(node.state) == "max" else math.inf
            for _, s in game.successors(node.state):
                stack.append(Node(s, node))
        else:
            stack.pop()
            if node.value is None:
                node.value = game.utility(node.state)
            if node.parent is not None:
                node.parent.value = backup1(game.to_move(node.parent.state), node.parent.value, node.value)
    return top.value
