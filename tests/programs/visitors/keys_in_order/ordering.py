from math import inf


def order(game, state, actions):
    """The keys of a dictionary, which keeps the order in which they were put in."""
    estimates = {a: game.evaluate(game.result(state, a)) for a in actions}
    pick = max if game.to_move(state) == "max" else min
    ranked = {}
    while estimates:
        best = pick(estimates, key=estimates.get)
        ranked[best] = estimates.pop(best)
    return ranked.keys()


def worth(game, state, alpha, beta, depth, maximizing):
    if game.is_terminal(state):
        return game.utility(state)
    if not depth:
        return game.evaluate(state)
    v = -inf if maximizing else inf
    for action in moves(game, state, depth):
        w = worth(game, game.result(state, action), alpha, beta, depth - 1, not maximizing)
        if maximizing:
            v = max(v, w)
            alpha = max(alpha, v)
        else:
            v = min(v, w)
            beta = min(beta, v)
        if beta <= alpha:
            break
    return v


def moves(game, state, depth):
    actions = game.actions(state)
    return order(game, state, actions) if depth > 1 else actions


def max_value(game, state, alpha, beta, depth):
    return worth(game, state, alpha, beta, depth, True)


def min_value(game, state, alpha, beta, depth):
    return worth(game, state, alpha, beta, depth, False)


def ordering_search(game, state, depth):
    window, kept = [-inf, inf], None
    maximizing = game.to_move(state) == "max"
    for action in moves(game, state, depth):
        w = worth(game, game.result(state, action), *window, depth - 1, not maximizing)
        if window[0] < w < window[1]:
            window[not maximizing], kept = w, action
    return kept
