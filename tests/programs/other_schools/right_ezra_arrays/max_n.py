def max_n_search(game, state):
    names = game.players()
    me = 0
    while names[me] != game.to_move(state):
        me += 1
    moves = game.actions(state)
    best = 0
    payoff = max_n(game, game.result(state, moves[0]))
    i = 1
    while i < len(moves):
        p = max_n(game, game.result(state, moves[i]))
        if p[me] > payoff[me]:
            best = i
            payoff = p
        i += 1
    return moves[best]


def max_n(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    names = game.players()
    me = 0
    while names[me] != game.to_move(state):
        me += 1
    moves = game.actions(state)
    payoff = max_n(game, game.result(state, moves[0]))
    i = 1
    while i < len(moves):
        p = max_n(game, game.result(state, moves[i]))
        if p[me] > payoff[me]:
            payoff = p
        i += 1
    return payoff
