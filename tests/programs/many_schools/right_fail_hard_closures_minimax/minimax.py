def minimax_search(game, state):
    def evaluate(s, maximizing):
        if game.is_terminal(s):
            return game.utility(s)
        it = iter(game.actions(s))
        extreme = evaluate(game.result(s, next(it)), not maximizing)
        for a in it:
            candidate = evaluate(game.result(s, a), not maximizing)
            extreme = candidate if (candidate > extreme) == maximizing and candidate != extreme else extreme
        return extreme

    maximizing = game.to_move(state) == "max"
    table = [(evaluate(s, not maximizing), a) for a, s in game.successors(state)]
    wanted = (max if maximizing else min)(v for v, _ in table)
    return next(a for v, a in table if v == wanted)


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return sorted(min_value(game, game.result(state, a)) for a in game.actions(state))[-1]


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return sorted(max_value(game, game.result(state, a)) for a in game.actions(state))[0]
