"""A state knows the one before it and those behind it, each of which there is once."""


class Node:
    def __init__(self, parent=None, action=None):
        self.parent, self.action, self.children = parent, action, {}
        self.depth = 0 if parent is None else parent.depth + 1

    def __eq__(self, other):
        return self.marks() == other.marks()

    def __hash__(self):
        return hash(frozenset(self.marks()))

    def marks(self):
        found, node = {}, self
        while node.parent is not None:
            found[node.action] = "O" if node.depth % 2 == 0 else "X"
            assert node.parent.children[node.action] is node
            node = node.parent
        return found


def initial_state():
    return Node()


def to_move(node):
    return "min" if node.depth % 2 else "max"


def actions(node):
    if is_terminal(node):
        return []
    for action in [(r, c) for r in range(3) for c in range(3)]:
        if action not in node.marks() and action not in node.children:
            node.children[action] = Node(node, action)
    return list(node.children)


def result(node, action):
    try:
        return node.children[action]
    except KeyError:
        raise ValueError(action) from None


def has_line(node, mark):
    own = {place for place, owner in node.marks().items() if owner == mark}
    ways = [[(i, j) for j in range(3)] for i in range(3)]
    ways += [[(j, i) for j in range(3)] for i in range(3)]
    ways += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
    return any(own.issuperset(way) for way in ways)


def is_terminal(node):
    return node.depth == 9 or has_line(node, "X") or has_line(node, "O")


def utility(node, player):
    won = has_line(node, "X") - has_line(node, "O")
    return won if player == "max" else -won
