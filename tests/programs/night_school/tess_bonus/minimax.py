import math

# adapted from a tic-tac-toe tutorial


def evaluate(game, state, depth):
    """A win now is better than a win later, a late loss better than an early one."""
    score = game.utility(state)
    if score > 0:
        return score - depth
    if score < 0:
        return score + depth
    return 0


def minimax(game, state, depth, is_max):
    if game.is_terminal(state):
        return evaluate(game, state, depth)

    if is_max:
        best = -math.inf
        for move in game.actions(state):
            best = max(best, minimax(game, game.result(state, move), depth + 1, False))
        return best
    best = math.inf
    for move in game.actions(state):
        best = min(best, minimax(game, game.result(state, move), depth + 1, True))
    return best


def max_value(game, state):
    return minimax(game, state, 0, True)


def min_value(game, state):
    return minimax(game, state, 0, False)


def minimax_search(game, state):
    is_max = game.to_move(state) == "max"
    best_move = None
    best_val = -math.inf if is_max else math.inf
    for move in game.actions(state):
        val = minimax(game, game.result(state, move), 1, not is_max)
        if (is_max and val > best_val) or (not is_max and val < best_val):
            best_val = val
            best_move = move
    return best_move
