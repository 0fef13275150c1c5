class Line:
    """A linked list of actions, and what they lead to."""

    def __init__(self, value, head=None, tail=None):
        self.value, self.head, self.tail = value, head, tail

    def __iter__(self):
        if self.tail is not None:
            yield self.head
            yield from self.tail


def best(game, state):
    if game.is_terminal(state):
        return Line(game.utility(state))
    lines = []
    for action, child in game.successors(state):
        tail = best(game, child)
        lines.append(Line(tail.value, action, tail))
    choose = max if game.to_move(state) == "max" else min
    return choose(lines, key=lambda line: line.value)


def minimax(game, state):
    return best(game, state).value


def principal_variation(game, state):
    return list(best(game, state))
