"""Every comparison is strict: what only equals a bound is searched to its end."""

INFINITY = float("inf")


def star1_search(game, state):
    best, alpha, beta = None, -INFINITY, INFINITY
    for action in game.actions(state):
        v = value(game, game.result(state, action), alpha, beta)
        if game.to_move(state) == "max":
            if v > alpha:
                best, alpha = action, v
        elif v < beta:
            best, beta = action, v
    return best


def value(game, state, alpha, beta):
    functions = {"max": max_value, "min": min_value, "chance": exp_value}
    return functions[game.to_move(state)](game, state, alpha, beta)


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -INFINITY
    for action in game.actions(state):
        v = max(v, value(game, game.result(state, action), alpha, beta))
        if v > beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = INFINITY
    for action in game.actions(state):
        v = min(v, value(game, game.result(state, action), alpha, beta))
        if v < alpha:
            return v
        beta = min(beta, v)
    return v


def exp_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    bounds = bounds_of(game)
    least_of_all = most_of_all = 0.0
    if bounds:
        least_of_all, most_of_all = bounds
    for p, successor in game.outcomes(state):
        if not bounds:
            exact = value(game, successor, -INFINITY, INFINITY)
            least_of_all += p * exact
            most_of_all += p * exact
            continue
        low = (alpha - most_of_all) / p + bounds[1]
        high = (beta - least_of_all) / p + bounds[0]
        v = value(game, successor, low, high)
        least_of_all += p * (v - bounds[0])
        most_of_all += p * (v - bounds[1])
        if most_of_all < alpha:
            return most_of_all
        if least_of_all > beta:
            return least_of_all
    return least_of_all


def bounds_of(game):
    try:
        return game.bounds()
    except ValueError:
        return None
