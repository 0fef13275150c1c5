import math


def alpha_beta_search(game, state):
    root_is_max = game.to_move(state) == "max"
    bounds = [-math.inf, math.inf]
    answer = None
    for action, child in game.successors(state):
        v = visit(game, child, bounds[0], bounds[1], not root_is_max)
        if root_is_max and v > bounds[0]:
            bounds[0] = v
            answer = action
        if not root_is_max and v < bounds[1]:
            bounds[1] = v
            answer = action
    return answer


def visit(game, state, a, b, is_max):
    if game.is_terminal(state):
        return game.utility(state)
    best = -math.inf if is_max else math.inf
    for _, child in game.successors(state):
        v = visit(game, child, a, b, not is_max)
        if is_max:
            best = max(best, v)
            a = max(a, best)
        else:
            best = min(best, v)
            b = min(b, best)
        if a >= b:
            break
    return best


def max_value(game, state, alpha, beta):
    return visit(game, state, alpha, beta, True)


def min_value(game, state, alpha, beta):
    return visit(game, state, alpha, beta, False)
