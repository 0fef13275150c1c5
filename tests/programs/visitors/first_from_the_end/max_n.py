"""Read upwards from the end, a later successor only where it is at least as good: the first of equals stays."""


def max_n(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    seat = {name: i for i, name in enumerate(game.players())}[game.to_move(state)]
    values = [max_n(game, s) for _, s in game.successors(state)]
    best = values.pop()
    for payoffs in reversed(values):
        if payoffs[seat] >= best[seat]:
            best = payoffs
    return best


def max_n_search(game, state):
    seat = game.players().index(game.to_move(state))
    payoffs = [max_n(game, game.result(state, a))[seat] for a in game.actions(state)]
    return game.actions(state)[payoffs.index(max(payoffs))]
