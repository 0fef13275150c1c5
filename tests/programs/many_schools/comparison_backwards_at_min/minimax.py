INFINITY = float("inf")


def minimax_search(game, state):
    value, move = (max_pair if game.to_move(state) == "max" else min_pair)(game, state)
    return move


def max_value(game, state):
    return max_pair(game, state)[0]


def min_value(game, state):
    return min_pair(game, state)[0]


def max_pair(game, state):
    if game.is_terminal(state):
        return game.utility(state), None
    v, move = -INFINITY, None
    for a in game.actions(state):
        v2, a2 = min_pair(game, game.result(state, a))
        if v2 > v:
            v, move = v2, a
    return v, move


def min_pair(game, state):
    if game.is_terminal(state):
        return game.utility(state), None
    v, move = INFINITY, None
    for a in game.actions(state):
        v2, a2 = max_pair(game, game.result(state, a))
        if v2 > v:
            v, move = v2, a
    return v, move
