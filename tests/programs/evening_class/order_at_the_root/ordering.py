from math import inf as INF


def ordering_search(game, state, depth):
    side = game.to_move(state)
    actions = list(game.actions(state))
    if depth > 1:
        actions = order(game, state, actions)
    lo, hi, best = -INF, INF, None
    while actions:
        action = actions.pop(0)
        child = game.result(state, action)
        score = search(game, child, lo, hi, depth - 1)
        if side == "max" and score > lo:
            lo, best = score, action
        elif side == "min" and score < hi:
            hi, best = score, action
    return best


def search(game, state, lo, hi, depth):
    if game.to_move(state) == "max":
        return max_value(game, state, lo, hi, depth)
    return min_value(game, state, lo, hi, depth)


def max_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    top = -INF
    for action in game.actions(state):
        top = max(top, search(game, game.result(state, action), alpha, beta, depth - 1))
        if top >= beta:
            return top
        alpha = max(alpha, top)
    return top


def min_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    low = INF
    for action in game.actions(state):
        low = min(low, search(game, game.result(state, action), alpha, beta, depth - 1))
        if low <= alpha:
            return low
        beta = min(beta, low)
    return low


def order(game, state, actions):
    rated = [(game.evaluate(game.result(state, a)), i) for i, a in enumerate(actions)]
    rated.sort()
    if game.to_move(state) == "max":
        rated.sort(key=lambda pair: -pair[0])
    return [actions[i] for _, i in rated]
