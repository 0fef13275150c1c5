import math


def negamax_search(game, state):
    mover = game.to_move(state)
    best, best_score = None, -math.inf
    for action, child in game.successors(state):
        score = negamax(game, child)
        if game.to_move(child) != mover:
            score = -score
        if best is None or score > best_score:
            best, best_score = action, score
    return best


def negamax(game, state):
    mover = game.to_move(state)
    color = 1 if mover == "max" else -1
    if game.is_terminal(state):
        return color * game.utility(state, mover)
    best = -math.inf
    for _, child in game.successors(state):
        score = negamax(game, child)
        if game.to_move(child) != mover:
            score = -score
        if score > best:
            best = score
    return best
