"""A trampoline: each call is a generator which yields the calls it waits for."""
import math


def bounce(first):
    stack, result = [first], None
    while stack:
        try:
            stack.append(stack[-1].send(result))
            result = None
        except StopIteration as done:
            stack.pop()
            result = done.value
    return result


def walk(game, state, best, worst, pick):
    if game.is_terminal(state):
        return game.utility(state)
    v = worst
    for _, child in game.successors(state):
        v = pick(v, (yield walk(game, child, worst, best, min if pick is max else max)))
    return v


def max_value(game, state):
    return bounce(walk(game, state, math.inf, -math.inf, max))


def min_value(game, state):
    return bounce(walk(game, state, -math.inf, math.inf, min))


def minimax_search(game, state):
    if game.to_move(state) == "max":
        return max(game.actions(state), key=lambda a: min_value(game, game.result(state, a)))
    return min(game.actions(state), key=lambda a: max_value(game, game.result(state, a)))
