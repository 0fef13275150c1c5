INF = 9999
bestMove = None


def mm(game, s, maxim):
    global bestMove
    if game.is_terminal(s):
        return game.utility(s)
    if maxim:
        best = -INF
        for a, child in game.successors(s):
            v = mm(game, child, False)
            if v > best:
                best = v
                bestMove = a
        return best
    best = INF
    for a, child in game.successors(s):
        v = mm(game, child, True)
        if v < best:
            best = v
            bestMove = a
    return best


def max_value(game, state):
    return mm(game, state, True)


def min_value(game, state):
    return mm(game, state, False)


def minimax_search(game, state):
    val = mm(game, state, game.to_move(state) == "max")
    print("value", val, "move", bestMove)
    return bestMove
