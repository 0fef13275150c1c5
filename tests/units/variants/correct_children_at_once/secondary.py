# negamax; of equals the last is taken
from functools import partial


def secondary_search(game, state, depth):
    mover = game.to_move(state)
    first = partial(worth, game, mover, depth - 1)
    second = partial(worth, game, mover, depth)
    order = sorted(game.successors(state), key=lambda pair: first(pair[1]))
    action, child = order.pop()
    if not order:
        return action
    before, after = first(child), second(child)
    if after < before:
        other, sibling = order.pop()
        return other if second(sibling) > after else action
    return action


def worth(game, mover, depth, state):
    """For the one who moves above."""
    value = negamax(game, state, depth)
    return value if game.to_move(state) == mover else -value


def negamax(game, state, depth):
    """For the one who moves here."""
    sign = 1 if game.to_move(state) == "max" else -1
    if game.is_terminal(state):
        return sign * game.utility(state)
    if depth == 0:
        return sign * game.evaluate(state)
    return max(worth(game, game.to_move(state), depth - 1, child) for _, child in game.successors(state))


def max_value(game, state, depth):
    return negamax(game, state, depth)


def min_value(game, state, depth):
    return -negamax(game, state, depth)
