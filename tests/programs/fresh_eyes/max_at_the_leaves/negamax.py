def negamax_search(game, state):
    me = game.to_move(state)
    best, best_a = None, None
    for a in game.actions(state):
        s = game.result(state, a)
        v = negamax(game, s)
        if game.to_move(s) != me:
            v = -v
        if best is None or v > best:
            best, best_a = v, a
    return best_a


def negamax(game, state):
    me = game.to_move(state)
    if game.is_terminal(state):
        return game.utility(state, "max")
    best = None
    for a in game.actions(state):
        s = game.result(state, a)
        v = negamax(game, s)
        if game.to_move(s) != me:
            v = -v
        if best is None or v > best:
            best = v
    return best
