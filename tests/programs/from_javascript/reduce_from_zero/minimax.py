from functools import reduce


def scoresOf(f, game, state):
    return map(lambda pair: f(game, pair[1]), game.successors(state))


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    scores = scoresOf(min_value, game, state)
    return reduce(lambda acc, x: max(acc, x), scores, 0)


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    scores = scoresOf(max_value, game, state)
    return reduce(lambda acc, x: min(acc, x), scores, 0)


def minimax_search(game, state):
    isMax = game.to_move(state) == "max"
    value = min_value if isMax else max_value

    def better(a, b):
        x, y = value(game, a[1]), value(game, b[1])
        return b if (y > x if isMax else y < x) else a

    return reduce(better, game.successors(state))[0]
