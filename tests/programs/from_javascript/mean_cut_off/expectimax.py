from math import inf


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    top = -inf
    for _, s in game.successors(state):
        if game.to_move(s) == "chance":
            top = max(top, expected_of(game, s, top))
        else:
            top = max(top, max_value(game, s))
    return top


def expected_of(game, state, floor):
    if game.is_terminal(state):
        return game.utility(state)
    expected = 0
    left = 1.0
    for p, s in game.outcomes(state):
        f = exp_value if game.to_move(s) == "chance" else max_value
        expected += p * f(game, s)
        left -= p
        if expected < floor: break
    return expected


def exp_value(game, state):
    return expected_of(game, state, -inf)


def expectimax_search(game, state):
    best, score = None, -inf
    for a, s in game.successors(state):
        f = exp_value if game.to_move(s) == "chance" else max_value
        v = f(game, s)
        if best is None or v > score:
            best, score = a, v
    return best
