def max_n_search(game, state):
    best_action = None
    best_payoff = None
    for action in game.actions(state):
        child = game.result(state, action)
        payoffs = max_n(game, child)
        player = game.players().index(game.to_move(child))
        if best_payoff is None or payoffs[player] > best_payoff:
            best_payoff = payoffs[player]
            best_action = action
    return best_action


def max_n(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    player = game.players().index(game.to_move(state))
    best = None
    for action in game.actions(state):
        payoffs = max_n(game, game.result(state, action))
        if best is None or payoffs[player] > best[player]:
            best = payoffs
    return best
