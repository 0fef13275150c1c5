import math


class TimeIsUp(Exception):
    pass


def iterative_deepening_search(game, state):
    answer = game.actions(state)[0]
    d = 0
    while True:
        d += 1
        frontier = []
        try:
            answer = best_action(game, state, d, frontier)
        except TimeIsUp:
            break
        if len(frontier) == 0:
            break
    return answer


def best_action(game, state, depth, horizon):
    if game.time_is_up():
        raise TimeIsUp()
    maximize = game.to_move(state) == "max"
    pairs = []
    for action in game.actions(state):
        child = game.result(state, action)
        if maximize:
            pairs.append((min_value(game, child, depth - 1, horizon), action))
        else:
            pairs.append((-max_value(game, child, depth - 1, horizon), action))
    return max(pairs, key=lambda p: p[0])[1]


def max_value(game, state, depth, horizon):
    if game.is_terminal(state):
        return game.utility(state)
    if game.time_is_up():
        raise TimeIsUp()
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    return max(min_value(game, s, depth - 1, horizon) for _, s in game.successors(state))


def min_value(game, state, depth, horizon):
    if game.is_terminal(state):
        return game.utility(state)
    if game.time_is_up():
        raise TimeIsUp()
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    return min(max_value(game, s, depth - 1, horizon) for _, s in game.successors(state))
