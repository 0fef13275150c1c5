"""One machine for all searches: a stack of generators, each of which asks for children."""


def run(first):
    stack, answer = [first], None
    while stack:
        try:
            stack.append(stack[-1].send(answer))
            answer = None
        except StopIteration as end:
            answer = end.value
            stack.pop()
    return answer


def best(game, state, maximizing, ask):
    """(value, action) of a state, where `ask` makes the generator of a child."""
    found = []
    for action, child in game.successors(state):
        value = yield ask(child)
        found.append((value if maximizing else -value, action))
    top = max(value for value, _ in found)
    action = next(action for value, action in found if value == top)
    return (top if maximizing else -top), action


def cut(game, state, maximizing, alpha, beta, ask, soft):
    """(value, action); `soft` or not."""
    v, kept = None, None
    for action, child in game.successors(state):
        value = yield ask(child, alpha, beta)
        if v is None or (value > v if maximizing else value < v):
            v, kept = value, action
        if maximizing:
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
        if alpha >= beta:
            break
    if soft:
        return v, kept
    return (alpha if maximizing else beta), kept
