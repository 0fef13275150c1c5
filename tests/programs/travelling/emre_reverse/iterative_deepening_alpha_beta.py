# Yinelemeli derinlesme + alfa-beta
INF = float("inf")


class TimeIsUp(Exception):
    """Sure doldu."""


def check_time(game):
    if game.time_is_up():
        raise TimeIsUp()


def iterative_deepening_alpha_beta_search(game, state):
    order = list(game.actions(state))
    best = order[0]
    depth = 1
    while True:
        horizon, values = [], {}
        try:
            best = best_action(game, state, order, values, depth, horizon)
        except TimeIsUp:
            break
        if not horizon:
            break
        order = in_order(game, state, order, values)
        depth += 1
    return best


def best_action(game, state, order, values, depth, horizon):
    check_time(game)
    alpha, beta = -INF, INF
    is_max = game.to_move(state) == "max"
    best, best_v = None, None
    for a in order:
        s = game.result(state, a)
        if is_max:
            v = min_value(game, s, alpha, beta, depth - 1, horizon)
            alpha = max(alpha, v)
            better = best_v is None or v > best_v
        else:
            v = max_value(game, s, alpha, beta, depth - 1, horizon)
            beta = min(beta, v)
            better = best_v is None or v < best_v
        values[a] = v
        if better:
            best, best_v = a, v
    return best


def in_order(game, state, order, values):
    ranked = sorted(order, key=lambda a: values[a])
    # kucukten buyuge siralandi; MAX icin ters cevir
    if game.to_move(state) == "max":
        ranked = ranked[::-1]
    return ranked


def max_value(game, state, alpha, beta, depth, horizon):
    check_time(game)
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    v = -INF
    for a in game.actions(state):
        v = max(v, min_value(game, game.result(state, a), alpha, beta, depth - 1, horizon))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta, depth, horizon):
    check_time(game)
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        horizon.append(state)
        return game.evaluate(state)
    v = INF
    for a in game.actions(state):
        v = min(v, max_value(game, game.result(state, a), alpha, beta, depth - 1, horizon))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
