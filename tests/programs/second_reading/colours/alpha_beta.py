def _ab(game, s, lo, hi, sign):
    if game.is_terminal(s):
        return sign * game.utility(s)
    best = float("-inf")
    for a in game.actions(s):
        t = game.result(s, a)
        best = max(best, -_ab(game, t, -hi, -max(lo, best), -sign))
        if best >= hi:
            break
    return best


def max_value(game, state, alpha, beta):
    return _ab(game, state, alpha, beta, 1)


def min_value(game, state, alpha, beta):
    return -_ab(game, state, -beta, -alpha, -1)


def alpha_beta_search(game, state):
    sign = 1 if game.to_move(state) == "max" else -1
    best, move = float("-inf"), None
    for a in game.actions(state):
        v = -_ab(game, game.result(state, a), float("-inf"), -best, -sign)
        if v > best:
            best, move = v, a
    return move
