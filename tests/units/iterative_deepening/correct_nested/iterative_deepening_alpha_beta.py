"""The rounds run in a function within the search, and the root is asked about once."""

from math import inf


class OutOfTime(Exception):
    pass


def iterative_deepening_alpha_beta_search(game, root):
    children = list(game.successors(root))
    is_max = game.to_move(root) == "max"
    chosen, depth = children[0][0], 0
    while not game.time_is_up():
        depth += 1
        is_deep = False

        def look(state, alpha, beta, left):
            nonlocal is_deep
            if game.time_is_up():
                raise OutOfTime
            if game.is_terminal(state):
                return game.utility(state)
            if left == 0:
                is_deep = True
                return game.evaluate(state)
            if game.to_move(state) == "max":
                v = -inf
                for _, child in game.successors(state):
                    v = max(v, look(child, max(alpha, v), beta, left - 1))
                    if v >= beta:
                        break
                return v
            v = inf
            for _, child in game.successors(state):
                v = min(v, look(child, alpha, min(beta, v), left - 1))
                if v <= alpha:
                    break
            return v

        worth, alpha, beta = {}, -inf, inf
        try:
            for action, child in children:
                worth[action] = look(child, alpha, beta, depth - 1)
                if is_max:
                    alpha = max(alpha, worth[action])
                else:
                    beta = min(beta, worth[action])
        except OutOfTime:
            break
        children.sort(key=lambda pair: -worth[pair[0]] if is_max else worth[pair[0]])
        chosen = children[0][0]
        if not is_deep:
            break
    return chosen


def max_value(game, state, alpha, beta, depth, horizon):
    if game.time_is_up():
        raise OutOfTime
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, min_value(game, child, max(alpha, v), beta, depth - 1, horizon))
        if v >= beta:
            break
    return v


def min_value(game, state, alpha, beta, depth, horizon):
    if game.time_is_up():
        raise OutOfTime
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    v = inf
    for _, child in game.successors(state):
        v = min(v, max_value(game, child, alpha, min(beta, v), depth - 1, horizon))
        if v <= alpha:
            break
    return v
