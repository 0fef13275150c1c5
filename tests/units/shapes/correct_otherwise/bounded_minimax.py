def bounded_minimax_search(game, state, alpha, beta):
    best_action, best = None, None
    for action in game.actions(state):
        v = minimax(game, game.result(state, action), alpha, beta)
        if best is None or (v > best if game.to_move(state) == "max" else v < best):
            best_action, best = action, v
    return best_action


def minimax(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    is_max = game.to_move(state) == "max"
    for action in game.actions(state):
        v = minimax(game, game.result(state, action), alpha, beta)
        if is_max and v > alpha:
            alpha = v
        elif not is_max and v < beta:
            beta = v
    return alpha if is_max else beta
