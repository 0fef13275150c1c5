def max_n_search(game, state):
    best = None
    for a in game.actions(state):
        payoffs = max_n(game, game.result(state, a))
        if best is None or payoffs > best[0]:
            best = payoffs, a
    return best[1]


def max_n(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(max_n(game, game.result(state, a)) for a in game.actions(state))
