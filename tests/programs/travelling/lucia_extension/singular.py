from operator import itemgetter


def singular_search(game, state, depth, margin):
    maximizer = game.to_move(state) == "max"
    ranking = []
    for index, (action, child) in enumerate(game.successors(state)):
        ranking.append((valor(game, child, depth - 1), index, action, child))
    # stable sort keeps the first of equals in front
    ranking.sort(key=itemgetter(0), reverse=maximizer)
    if len(ranking) == 1:
        return ranking[0][2]
    first, second = ranking[0], ranking[1]
    if abs(first[0] - second[0]) >= margin:
        again = valor(game, first[3], depth + 1)
        if maximizer and second[0] > again:
            return second[2]
        if not maximizer and second[0] < again:
            return second[2]
    return first[2]


def valor(game, state, depth):
    if game.to_move(state) == "max":
        return max_value(game, state, depth)
    return min_value(game, state, depth)


def max_value(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    return max([valor(game, s, depth - 1) for a, s in game.successors(state)])


def min_value(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    return min([valor(game, s, depth - 1) for a, s in game.successors(state)])
