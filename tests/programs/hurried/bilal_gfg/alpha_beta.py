# adapted from GeeksforGeeks "Minimax Algorithm in Game Theory | Set 4"
MAX, MIN = 1000, -1000


def minimax(depth, node, maximizingPlayer, game, alpha, beta):
    if game.is_terminal(node):
        return game.utility(node)

    if maximizingPlayer:
        best = MIN
        # Recur for all children
        for a in game.actions(node):
            val = minimax(depth + 1, game.result(node, a), False, game, alpha, beta)
            best = max(best, val)
            alpha = max(alpha, best)
            # Alpha Beta Pruning
            if beta <= alpha:
                break
        return best
    else:
        best = MAX
        for a in game.actions(node):
            val = minimax(depth + 1, game.result(node, a), True, game, alpha, beta)
            best = min(best, val)
            beta = min(beta, best)
            if beta <= alpha:
                break
        return best


def max_value(game, state, alpha, beta):
    return minimax(0, state, True, game, alpha, beta)


def min_value(game, state, alpha, beta):
    return minimax(0, state, False, game, alpha, beta)


def alpha_beta_search(game, state):
    alpha = float("-inf")
    beta = float("inf")
    bestMove = None
    isMax = game.to_move(state) == "max"
    for a in game.actions(state):
        val = minimax(1, game.result(state, a), not isMax, game, alpha, beta)
        if bestMove is None:
            bestMove = a
            bestVal = val
        elif isMax and val > bestVal:
            bestVal = val
            bestMove = a
        elif not isMax and val < bestVal:
            bestVal = val
            bestMove = a
        if isMax:
            alpha = max(alpha, bestVal)
        else:
            beta = min(beta, bestVal)
    return bestMove
