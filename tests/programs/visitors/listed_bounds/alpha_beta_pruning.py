def bounds(game, state, alpha, beta):
    """The window after each child, until it is closed."""
    maximizing = game.to_move(state) == "max"
    for _, child in game.successors(state):
        v = alpha_beta_pruning(game, child, alpha, beta)
        alpha, beta = (max(alpha, v), beta) if maximizing else (alpha, min(beta, v))
        yield (min(alpha, beta) if maximizing else max(alpha, beta))
        if alpha >= beta:
            return


def alpha_beta_pruning(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    *_, final = bounds(game, state, alpha, beta)
    return final


def alpha_beta_pruning_search(game, state, alpha, beta):
    """As many children as were looked at; the first at which the last bound was reached."""
    seen = list(bounds(game, state, alpha, beta))
    return game.actions(state)[seen.index(seen[-1])]
