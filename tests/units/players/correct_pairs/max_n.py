def max_n_search(game, state):
    return best(game, state)[1]


def max_n(game, state):
    return list(best(game, state)[0])


def best(game, state):
    """The payoffs, and the action that leads to them."""
    if game.is_terminal(state):
        return game.utility(state), None
    who = list(game.players()).index(game.to_move(state))
    found = None
    for action in game.actions(state):
        payoffs, _ = best(game, game.result(state, action))
        if found is None or payoffs[who] > found[0][who]:
            found = payoffs, action
    return found
