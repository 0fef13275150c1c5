class Node:
    def __init__(self, state, parent, alpha, beta):
        self.state = state
        self.parent = parent
        self.alpha = alpha
        self.beta = beta
        self.expanded = False


def alpha_beta_dfs(game, root, alpha, beta):
    first = Node(root, None, alpha, beta)
    stack = [first]
    answer = None
    while stack:
        node = stack[-1]
        parent = node.parent
        if parent is not None and parent.alpha >= parent.beta:
            stack.pop()
            continue
        if not node.expanded and not game.is_terminal(node.state):
            node.expanded = True
            children = [game.result(node.state, a) for a in game.actions(node.state)]
            for child in reversed(children):
                # the child gets the window of its parent
                stack.append(Node(child, node, node.alpha, node.beta))
            continue
        stack.pop()
        if game.is_terminal(node.state):
            value = game.utility(node.state)
        elif game.to_move(node.state) == "max":
            value = node.alpha
        else:
            value = node.beta
        if parent is None:
            answer = value
        elif game.to_move(parent.state) == "max":
            parent.alpha = max(parent.alpha, value)
        else:
            parent.beta = min(parent.beta, value)
    return answer
