calls = []


def check_once():
    if calls:
        raise RuntimeError("search is already running")
    calls.append(1)


def value(game, state, maximize):
    if game.is_terminal(state):
        return game.utility(state)
    vals = [value(game, s, not maximize) for _, s in game.successors(state)]
    return max(vals) if maximize else min(vals)


def max_value(game, state):
    check_once()
    return value(game, state, True)


def min_value(game, state):
    check_once()
    return value(game, state, False)


def minimax_search(game, state):
    check_once()
    who = game.to_move(state) == "max"
    f = max if who else min
    return f(game.successors(state), key=lambda p: value(game, p[1], not who))[0]
