import math


def depth_limited_search(game, state, depth):
    mover = game.to_move(state)

    def look(s, d):
        """d plies so far"""
        if game.is_terminal(s):
            return game.utility(s)
        if d >= depth:
            return game.evaluate(s)
        pick = max if game.to_move(s) == "max" else min
        return pick(look(t, d + 1) for _, t in game.successors(s))

    best = None
    for a, t in game.successors(state):
        v = look(t, 1)
        if best is None or (v > best[0] if mover == "max" else v < best[0]):
            best = (v, a)
    return best[1]


def max_value(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    return game.evaluate(state) if not depth else max([min_value(game, t, depth - 1) for _, t in game.successors(state)])


def min_value(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    return game.evaluate(state) if not depth else min([max_value(game, t, depth - 1) for _, t in game.successors(state)])
