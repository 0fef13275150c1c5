from math import inf


def depth_limited_search(game, state, depth):
    color = 1 if game.to_move(state) == "max" else -1
    best, choice = -inf, None
    for action, child in game.successors(state):
        v = -negamax(game, child, depth - 1, -color)
        if v > best:
            best, choice = v, action
    return choice


def max_value(game, state, depth):
    return negamax(game, state, depth, 1)


def min_value(game, state, depth):
    return -negamax(game, state, depth, -1)


def negamax(game, state, depth, color):
    if depth == 0 or game.is_terminal(state):
        return color * game.evaluate(state)
    return max(
        -negamax(game, child, depth - 1, -color) for _, child in game.successors(state)
    )
