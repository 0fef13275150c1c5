# alpha beta, taken from geeksforgeeks and made to work with game.*
MAX, MIN = float("inf"), float("-inf")


def minimax(depth, node, maximizingPlayer, game, alpha, beta):
    if game.is_terminal(node):
        return game.utility(node)
    best = MIN if maximizingPlayer else MAX
    for a in game.actions(node):
        val = minimax(depth + 1, game.result(node, a), not maximizingPlayer, game, alpha, beta)
        if maximizingPlayer:
            best = max(best, val)
            alpha = max(alpha, best)
        else:
            best = min(best, val)
            beta = min(beta, best)
        if beta < alpha:
            break
    return best


def max_value(game, state, alpha, beta):
    return minimax(0, state, True, game, alpha, beta)


def min_value(game, state, alpha, beta):
    return minimax(0, state, False, game, alpha, beta)


def alpha_beta_search(game, state):
    alpha, beta = MIN, MAX
    bestMove = None
    maximizingPlayer = game.to_move(state) == "max"
    for move in game.actions(state):
        moveVal = minimax(1, game.result(state, move), not maximizingPlayer, game, alpha, beta)
        if maximizingPlayer and moveVal > alpha:
            alpha = moveVal
            bestMove = move
        if not maximizingPlayer and moveVal < beta:
            beta = moveVal
            bestMove = move
    return bestMove
