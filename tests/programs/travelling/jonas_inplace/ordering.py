from math import inf


def ordering_search(game, state, depth):
    a, b = -inf, inf
    acts = list(game.actions(state))
    if depth > 1:
        order(game, state, acts)
    best_act, best_val = acts[0], None
    for act in acts:
        child = game.result(state, act)
        if game.to_move(state) == "max":
            val = evaluate_child(game, child, a, b, depth - 1)
            if best_val is None or val > best_val:
                best_act, best_val = act, val
                a = val
        else:
            val = evaluate_child(game, child, a, b, depth - 1)
            if best_val is None or val < best_val:
                best_act, best_val = act, val
                b = val
    return best_act


def evaluate_child(game, child, a, b, depth):
    f = {"max": max_value, "min": min_value}
    return f[game.to_move(child)](game, child, a, b, depth)


def max_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = -inf
    acts = list(game.actions(state))
    if depth > 1:
        order(game, state, acts)
    for act in acts:
        v = max(v, evaluate_child(game, game.result(state, act), alpha, beta, depth - 1))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = inf
    acts = list(game.actions(state))
    if depth > 1:
        order(game, state, acts)
    for act in acts:
        v = min(v, evaluate_child(game, game.result(state, act), alpha, beta, depth - 1))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def order(game, state, actions):
    sign = -1 if game.to_move(state) == "max" else 1
    estimates = {act: sign * game.evaluate(game.result(state, act)) for act in actions}
    return sorted(actions, key=estimates.get)
