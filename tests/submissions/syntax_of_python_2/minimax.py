def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    best = -1e9
    for a, s in game.successors(state):
        best = max(best, min_value(game, s))
    print "best is", best
    return best
