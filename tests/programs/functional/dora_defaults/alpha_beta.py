from math import inf

MINUS_INF = -inf


def children(game, state):
    return (child for _, child in game.successors(state))


def alpha_beta_search(game, state):
    if game.to_move(state) == "max":
        return max(
            game.actions(state), key=lambda a: min_value(game, game.result(state, a))
        )
    return min(
        game.actions(state), key=lambda a: max_value(game, game.result(state, a))
    )


def max_value(game, state, alpha=MINUS_INF, beta=inf):
    if game.is_terminal(state):
        return game.utility(state)
    best = MINUS_INF
    for child in children(game, state):
        best = max(best, min_value(game, child))
        if best >= beta:
            return best
        alpha = max(alpha, best)
    return best


def min_value(game, state, alpha=MINUS_INF, beta=inf):
    if game.is_terminal(state):
        return game.utility(state)
    best = inf
    for child in children(game, state):
        best = min(best, max_value(game, child))
        if best <= alpha:
            return best
        beta = min(beta, best)
    return best
