INF = float("inf")


def nega(game, state, alpha, beta, colour):
    if game.is_terminal(state):
        return colour * game.utility(state)
    v = -INF
    for action in game.actions(state):
        v = max(v, -nega(game, game.result(state, action), -beta, -alpha, colour))
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return v


def max_value(game, state, alpha, beta):
    return nega(game, state, alpha, beta, 1)


def min_value(game, state, alpha, beta):
    return -nega(game, state, -beta, -alpha, -1)


def alpha_beta_search(game, state):
    colour = 1 if game.to_move(state) == "max" else -1
    alpha, best = -INF, None
    for action in game.actions(state):
        v = -nega(game, game.result(state, action), -INF, -alpha, -colour)
        if v > alpha:
            alpha, best = v, action
    return best
