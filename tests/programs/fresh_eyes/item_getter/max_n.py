from operator import itemgetter


def max_n(game, state):
    if game.is_terminal(state):
        return tuple(game.utility(state, p) for p in game.players())
    me = game.players().index(game.to_move(state))
    return max((max_n(game, s) for _, s in game.successors(state)), key=itemgetter(me))


def max_n_search(game, state):
    me = game.to_move(state)
    ranked = {a: dict(zip(game.players(), max_n(game, s)))[me] for a, s in game.successors(state)}
    return max(ranked, key=ranked.__getitem__)
