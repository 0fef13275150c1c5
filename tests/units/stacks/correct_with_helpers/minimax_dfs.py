# One loop, in which helpers call helpers, some with a decorator.
from functools import wraps


def counted(function):
    @wraps(function)
    def call(*given):
        call.calls += 1
        return function(*given)

    call.calls = 0
    return call


class Node:
    def __init__(self, state, parent):
        self.state, self.parent, self.value = state, parent, None
        self.is_open = False


@counted
def minimax_dfs(game, root):
    top = Node(root, None)
    stack = [top]
    while stack:
        step(game, stack)
    return top.value


@counted
def step(game, stack):
    node = stack[-1]
    if node.is_open or ends(game, node):
        close(game, stack.pop())
    else:
        children = sorted(opened(game, node), key=lambda pair: -pair[0])
        stack.extend(child for _, child in children)


@counted
def ends(game, node):
    return asked(game.is_terminal, node)


def asked(question, node):
    return question(node.state)


def opened(game, node):
    node.is_open = True
    for place, (_, state) in enumerate(game.successors(node.state)):
        yield place, Node(state, node)


def close(game, node):
    if not node.is_open:
        node.value = game.utility(node.state)
    above = node.parent
    if above is None:
        return
    if above.value is None:
        above.value = node.value
    else:
        above.value = backup1(game.to_move(above.state), above.value, node.value)


def backup1(mover, parent_value, child_value):
    return max(parent_value, child_value) if mover == "max" else min(parent_value, child_value)
