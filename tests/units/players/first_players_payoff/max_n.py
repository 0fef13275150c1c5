def max_n_search(game, state):
    who = 0  # the player whose turn it is
    best, choice = None, None
    for action, child in game.successors(state):
        payoffs = max_n(game, child)
        if best is None or payoffs[who] > best[who]:
            best, choice = payoffs, action
    return choice


def max_n(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    who = 0  # the player whose turn it is
    best = None
    for _, child in game.successors(state):
        payoffs = max_n(game, child)
        if best is None or payoffs[who] > best[who]:
            best = payoffs
    return best
