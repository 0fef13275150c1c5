def best_of(values, better):
    best = None
    for value in values:
        if not best or better(value, best):
            best = value
    return best


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return best_of((min_value(game, s) for a, s in game.successors(state)), lambda x, y: x > y)


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return best_of((max_value(game, s) for a, s in game.successors(state)), lambda x, y: x < y)


def minimax_search(game, state):
    if game.to_move(state) == "max":
        scores = {a: min_value(game, s) for a, s in game.successors(state)}
        return max(scores, key=scores.get)
    scores = {a: max_value(game, s) for a, s in game.successors(state)}
    return min(scores, key=scores.get)
