# Initial values of Alpha and Beta
MAX, MIN = 1000, -1000


# Returns optimal value for current player
def minimax(game, node, maximizingPlayer, alpha, beta):
    # Terminating condition. i.e leaf node is reached
    if game.is_terminal(node):
        return game.utility(node)

    if maximizingPlayer:
        best = MIN
        # Recur for all children
        for action in game.actions(node):
            val = minimax(game, game.result(node, action), False, alpha, beta)
            best = max(best, val)
            alpha = max(alpha, best)
            # Alpha Beta Pruning
            if beta <= alpha:
                break
        return best
    else:
        best = MAX
        for action in game.actions(node):
            val = minimax(game, game.result(node, action), True, alpha, beta)
            best = min(best, val)
            beta = min(beta, best)
            if beta <= alpha:
                break
        return best


def max_value(game, state, alpha, beta):
    return minimax(game, state, True, alpha, beta)


def min_value(game, state, alpha, beta):
    return minimax(game, state, False, alpha, beta)


def alpha_beta_search(game, state):
    alpha, beta = MIN, MAX
    bestMove = None
    for action in game.actions(state):
        child = game.result(state, action)
        if game.to_move(state) == "max":
            val = minimax(game, child, False, alpha, beta)
            if bestMove is None or val > alpha:
                alpha = val
                bestMove = action
        else:
            val = minimax(game, child, True, alpha, beta)
            if bestMove is None or val < beta:
                beta = val
                bestMove = action
    return bestMove
