# Python3 program to find the next optimal move for a player


def evaluate(game, board):
    return game.utility(board)


def minimax(game, board, depth, isMax):
    if game.is_terminal(board):
        score = evaluate(game, board)
        # prefer the quick win
        if score > 0:
            return score - depth
        if score < 0:
            return score + depth
        return 0

    if isMax:
        best = float("-inf")
        for move in game.actions(board):
            best = max(best, minimax(game, game.result(board, move), depth + 1, not isMax))
        return best
    else:
        best = float("inf")
        for move in game.actions(board):
            best = min(best, minimax(game, game.result(board, move), depth + 1, not isMax))
        return best


def max_value(game, state):
    return minimax(game, state, 0, True)


def min_value(game, state):
    return minimax(game, state, 0, False)


def minimax_search(game, state):
    bestMove = None
    if game.to_move(state) == "max":
        bestVal = float("-inf")
        for move in game.actions(state):
            moveVal = minimax(game, game.result(state, move), 0, False)
            if moveVal > bestVal:
                bestMove = move
                bestVal = moveVal
    else:
        bestVal = float("inf")
        for move in game.actions(state):
            moveVal = minimax(game, game.result(state, move), 0, True)
            if moveVal < bestVal:
                bestMove = move
                bestVal = moveVal
    return bestMove
