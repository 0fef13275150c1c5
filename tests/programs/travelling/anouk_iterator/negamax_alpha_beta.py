import math


def seen_from(game, mover, child, alpha, beta):
    """What the child is worth to `mover`."""
    if game.to_move(child) == mover:
        return negamax(game, child, alpha, beta)
    return -negamax(game, child, -beta, -alpha)


def negamax_alpha_beta_search(game, state):
    mover = game.to_move(state)
    alpha = -math.inf
    keuze = None
    for action, child in game.successors(state):
        v = seen_from(game, mover, child, alpha, math.inf)
        if keuze is None or v > alpha:
            keuze = action
            alpha = v
    return keuze


def negamax(game, state, alpha, beta):
    mover = game.to_move(state)
    if game.is_terminal(state):
        return game.utility(state, mover)
    v = -math.inf
    todo = iter(game.successors(state))
    while v < beta:
        pair = next(todo, None)
        if pair is None:
            break
        v = max(v, seen_from(game, mover, pair[1], max(alpha, v), beta))
    return v
