def bounded_minimax_search(game, state, alpha, beta):
    values = [minimax(game, child, -1, 1) for _, child in game.successors(state)]
    best = max(values) if game.to_move(state) == "max" else min(values)
    return game.actions(state)[values.index(best)]


def minimax(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "max":
        for _, child in game.successors(state):
            alpha = max(alpha, minimax(game, child, -1, 1))
        return alpha
    for _, child in game.successors(state):
        beta = min(beta, minimax(game, child, -1, 1))
    return beta
