def minimax_search(game, state):
    values = []
    for a in game.actions(state):
        values.append((minimax(game, game.result(state, a)), a))
    values.sort(key=lambda pair: pair[0], reverse=game.to_move(state) == "max")
    return values[0][1]


def minimax(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    for a in game.actions(state):
        best = float("-inf") if game.to_move(state) == "max" else float("inf")
        v = minimax(game, game.result(state, a))
        if game.to_move(state) == "max":
            best = max(best, v)
        else:
            best = min(best, v)
    return best


def max_value(game, state):
    return minimax(game, state)


def min_value(game, state):
    return minimax(game, state)
