"""v(s) = u(s), max v(t), min v(t); the action is the one in the optimal pair"""


def successors(game, s):
    return [t for _, t in game.successors(s)]


def max_value(game, s):
    return game.utility(s) if game.is_terminal(s) else max(min_value(game, t) for t in successors(game, s))


def min_value(game, s):
    return game.utility(s) if game.is_terminal(s) else min(max_value(game, t) for t in successors(game, s))


def fst(pair): return pair[0]


def minimax_search(game, s):
    if game.to_move(s) == "max":
        v, a = max([(max_value(game, t), a) for a, t in game.successors(s)], key=fst)
    else:
        v, a = min([(min_value(game, t), a) for a, t in game.successors(s)], key=fst)
    return a
