def max_n_search(game, state):
    me = game.players().index(game.to_move(state))
    best_action, best_payoff = None, None
    for action in game.actions(state):
        payoffs = max_n(game, game.result(state, action))
        if best_payoff is None or payoffs[me] > best_payoff:
            best_action, best_payoff = action, payoffs[me]
    return best_action


def max_n(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    me = game.players().index(game.to_move(state))
    candidates = []
    for action in game.actions(state):
        payoffs = max_n(game, game.result(state, action))
        candidates.append((payoffs[me], payoffs))
    return max(candidates)[1]
