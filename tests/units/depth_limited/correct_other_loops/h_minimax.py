def h_minimax_search(game, state):
    sign = 1 if game.to_move(state) == "max" else -1
    scored = [(sign * h_minimax(game, s, 1), a) for a, s in game.successors(state)]
    top = max(value for value, _ in scored)
    return next(action for value, action in scored if value == top)


def h_minimax(game, state, d=0):
    if game.is_terminal(state):
        return game.utility(state)
    if game.is_cutoff(state, d):
        return game.evaluate(state)
    below = map(lambda pair: h_minimax(game, pair[1], d=d + 1), game.successors(state))
    return sorted(below)[-1 if game.to_move(state) == "max" else 0]
