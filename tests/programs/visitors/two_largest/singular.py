import heapq


def look(pick, game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    return pick(reply(game, s, depth - 1) for _, s in game.successors(state))


def max_value(game, state, depth):
    return look(max, game, state, depth)


def min_value(game, state, depth):
    return look(min, game, state, depth)


def reply(game, state, depth):
    return (max_value if game.to_move(state) == "max" else min_value)(game, state, depth)


def singular_search(game, state, depth, margin):
    sign = 1 if game.to_move(state) == "max" else -1
    worth = {a: sign * reply(game, s, depth - 1) for a, s in game.successors(state)}
    match heapq.nlargest(2, worth, key=worth.get):
        case [only]:
            return only
        case [best, second] if worth[best] - worth[second] >= margin:
            again = sign * reply(game, game.result(state, best), depth)
            return second if worth[second] > again else best
        case [best, _]:
            return best
