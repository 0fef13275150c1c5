from math import inf


def alpha_beta_search(game, state):
    _, action = (best_for_max if game.to_move(state) == "max" else best_for_min)(
        game, state, -inf, inf
    )
    return action


def max_value(game, state, alpha, beta):
    return best_for_max(game, state, alpha, beta)[0]


def min_value(game, state, alpha, beta):
    return best_for_min(game, state, alpha, beta)[0]


def best_for_max(game, state, alpha, beta):
    """The pair (value, action)."""
    if game.is_terminal(state):
        return game.utility(state), None
    best = (-inf, None)
    for action, child in game.successors(state):
        value, _ = best_for_min(game, child, alpha, beta)
        if value >= best[0]:
            best = (value, action)
        if best[0] >= beta:
            return best
        alpha = max(alpha, best[0])
    return best


def best_for_min(game, state, alpha, beta):
    """The pair (value, action)."""
    if game.is_terminal(state):
        return game.utility(state), None
    best = (inf, None)
    for action, child in game.successors(state):
        value, _ = best_for_max(game, child, alpha, beta)
        if value < best[0]:
            best = (value, action)
        if best[0] <= alpha:
            break
    return best
