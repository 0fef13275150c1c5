def value(game, state):
    match game.to_move(state):
        case "max":
            return max_value(game, state)
        case "min":
            return min_value(game, state)
        case _:
            return exp_value(game, state)


def expectiminimax_search(game, state):
    values = [(value(game, s), a) for a, s in game.successors(state)]
    pick = max if game.to_move(state) == "max" else min
    best = pick(v for v, _ in values)
    return next(a for v, a in values if v == best)


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(value(game, s) for _, s in game.successors(state))


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(value(game, s) for _, s in game.successors(state))


def exp_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    weighted = ((p, value(game, s)) for p, s in game.outcomes(state))
    total = sum(p for p, _ in weighted)
    return sum(p * v for p, v in weighted) / total
