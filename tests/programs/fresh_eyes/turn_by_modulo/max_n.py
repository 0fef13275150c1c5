def max_n_search(game, state):
    index = list(game.players()).index(game.to_move(state))
    chosen, top = None, float("-inf")
    for action in game.actions(state):
        payoff = max_n(game, game.result(state, action))[index]
        if payoff > top:
            chosen, top = action, payoff
    return chosen


def max_n(game, state):
    return _max_n(game, state, 0)


def _max_n(game, state, turn):
    if game.is_terminal(state):
        return game.utility(state)
    n = len(game.players())
    best = None
    for action in game.actions(state):
        pay = _max_n(game, game.result(state, action), (turn + 1) % n)
        if best is None or pay[turn] > best[turn]:
            best = pay
    return best
