from math import inf


def look(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0 and game.to_move(state) != "chance":
        return game.evaluate(state)
    if game.to_move(state) == "chance":
        v = 0
        for p, s in game.outcomes(state):
            v += p * look(game, s, depth - 1)
        return v
    v = -inf
    for _, s in game.successors(state):
        v = max(v, look(game, s, depth))
    return v


max_value = exp_value = look


def depth_limited_expectimax_search(game, state, depth):
    ranked = sorted(game.successors(state), key=lambda pair: -look(game, pair[1], depth))
    return ranked[0][0]
