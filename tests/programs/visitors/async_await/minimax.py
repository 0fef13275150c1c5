class Ask:
    def __init__(self, state, maximizing):
        self.state, self.maximizing = state, maximizing

    def __await__(self):
        return (yield self)


async def value(game, state, maximizing):
    if game.is_terminal(state):
        return game.utility(state), None
    scored = []
    for action, child in game.successors(state):
        below, _ = await Ask(child, not maximizing)
        scored.append((below, action))
    return (max if maximizing else min)(scored, key=lambda pair: pair[0])


def run(game, state, maximizing):
    tasks, sent = [value(game, state, maximizing)], None
    while tasks:
        try:
            asked = tasks[-1].send(sent)
        except StopIteration as done:
            tasks.pop()
            sent = done.value
        else:
            tasks.append(value(game, asked.state, asked.maximizing))
            sent = None
    return sent


def max_value(game, state):
    return run(game, state, True)[0]


def min_value(game, state):
    return run(game, state, False)[0]


def minimax_search(game, state):
    return run(game, state, game.to_move(state) == "max")[1]
