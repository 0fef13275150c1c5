from math import inf


def star1_search(game, state):
    is_max = game.to_move(state) == "max"
    choice, lo, hi = None, -inf, inf
    for action, child in game.successors(state):
        v = solve(game, child, lo, hi)
        if is_max and v > lo:
            choice, lo = action, v
        if not is_max and v < hi:
            choice, hi = action, v
    return choice


def solve(game, state, lo, hi):
    if game.is_terminal(state):
        return game.utility(state)
    who = game.to_move(state)
    if who == "chance":
        return expect(game, state, lo, hi)
    v = -inf if who == "max" else inf
    for _, child in game.successors(state):
        w = solve(game, child, lo, hi)
        if who == "max":
            v = max(v, w)
            if v >= hi:
                break
            lo = max(lo, v)
        else:
            v = min(v, w)
            if v <= lo:
                break
            hi = min(hi, v)
    return v


def expect(game, state, lo, hi):
    outcomes = game.outcomes(state)
    try:
        worst, best = game.bounds()
    except ValueError:
        return sum(p * solve(game, s, -inf, inf) for p, s in outcomes)
    total = 0.0
    for p, s in outcomes:
        low = (lo - total - best) / p
        high = (hi - total - worst) / p
        total += p * solve(game, s, low, high)
        if total + best <= lo:
            return total + best
        if total + worst >= hi:
            return total + worst
    return total


def max_value(game, state, alpha, beta):
    return solve(game, state, alpha, beta)


def min_value(game, state, alpha, beta):
    return solve(game, state, alpha, beta)


def exp_value(game, state, alpha, beta):
    return solve(game, state, alpha, beta)
