def max_n_search(game, state):
    me = game.players().index(game.to_move(state))
    payoffs = {a: max_n(game, s) for a, s in game.successors(state)}
    return max(payoffs, key=lambda a: payoffs[a][me])


def max_n(game, state):
    return (
        game.utility(state)
        if game.is_terminal(state)
        else max(max_n(game, s) for _, s in game.successors(state))
    )
