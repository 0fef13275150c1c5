inf = float("inf")


def expectiminimax_search(game, state):
    who = game.to_move(state)
    acts = game.actions(state)
    vals = [v(game, game.result(state, a)) for a in acts]
    return acts[vals.index(max(vals) if who == "max" else min(vals))]


def v(game, s):
    if game.is_terminal(s):
        return game.utility(s)
    t = game.to_move(s)
    if t == "max":
        return max_value(game, s)
    if t == "min":
        return min_value(game, s)
    return exp_value(game, s)


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(v(game, x) for _, x in game.successors(state))


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(v(game, x) for _, x in game.successors(state))


def exp_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    outs = game.outcomes(state)
    return sum(p * v(game, x) for p, x in outs) / len(outs)
