from math import inf
def max_n_search(game, state):
    return game.actions(state)[0]
def max_n(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    best = -inf
    for _, c in game.successors(state):
        p = max_n(game, c)
        if p > best:
            best = p
    return best
