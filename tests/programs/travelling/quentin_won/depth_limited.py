import math

WIN = 1      # MAX a gagné
LOSS = -1    # MIN a gagné


def depth_limited_search(game, state, depth):
    best_col, best = None, None
    for col in game.actions(state):
        value = play(game, game.result(state, col), depth - 1)
        if best is None \
                or (game.to_move(state) == "max" and value > best) \
                or (game.to_move(state) == "min" and value < best):
            best_col, best = col, value
    return best_col


def play(game, state, depth):
    if game.to_move(state) == "max":
        return max_value(game, state, depth)
    else:
        return min_value(game, state, depth)


def max_value(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = -math.inf
    for col in game.actions(state):
        v = max(v, play(game, game.result(state, col), depth - 1))
        if v >= WIN:      # on a gagné, inutile de chercher plus loin
            break
    return v


def min_value(game, state, depth):
    if game.is_terminal(state):
        return game.utility(state)
    if depth == 0:
        return game.evaluate(state)
    v = math.inf
    for col in game.actions(state):
        v = min(v, play(game, game.result(state, col), depth - 1))
        if v <= LOSS:
            break
    return v
