class StackEntry:
    def __init__(self, state, parent):
        self.state = state
        self.parent = parent
        self.mover = None
        self.value = None
        self.expanded = False

    def getParent(self):
        return self.parent

    def hasParent(self):
        return self.parent is not None


def minimax_dfs(game, root):
    stack = []
    rootEntry = StackEntry(root, None)
    stack.append(rootEntry)
    while len(stack) > 0:
        top = stack[-1]
        if not top.expanded and not game.is_terminal(top.state):
            top.expanded = True
            top.mover = game.to_move(top.state)
            actions = game.actions(top.state)
            i = len(actions) - 1
            while i >= 0:
                stack.append(StackEntry(game.result(top.state, actions[i]), top))
                i -= 1
        else:
            stack.pop()
            if not top.expanded:
                top.value = game.utility(top.state)
            if top.hasParent():
                parent = top.getParent()
                # None: no child yet
                parent.value = top.value if parent.value is None else backup1(parent.mover, parent.value, top.value)
    return rootEntry.value


def backup1(mover, parent_value, child_value):
    if mover == "max":
        return child_value if child_value >= parent_value else parent_value
    return child_value if child_value <= parent_value else parent_value
