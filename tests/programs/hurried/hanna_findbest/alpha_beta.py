# tic tac toe AI from the web, board -> state
import math

MAX = math.inf
MIN = -math.inf


def minimax(game, board, depth, isMax, alpha, beta):
    if depth == 3 or game.is_terminal(board):
        return game.utility(board)
    best = MIN if isMax else MAX
    for _, nxt in game.successors(board):
        val = minimax(game, nxt, depth + 1, not isMax, alpha, beta)
        if isMax:
            best = max(best, val)
            alpha = max(alpha, best)
        else:
            best = min(best, val)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best


def max_value(game, state, alpha, beta):
    return minimax(game, state, 0, True, alpha, beta)


def min_value(game, state, alpha, beta):
    return minimax(game, state, 0, False, alpha, beta)


def findBestMove(game, board):
    isMax = game.to_move(board) == "max"
    bestVal = MIN if isMax else MAX
    bestMove = -1
    alpha, beta = MIN, MAX
    for move, nxt in game.successors(board):
        moveVal = minimax(game, nxt, 0, not isMax, alpha, beta)
        if (isMax and moveVal > bestVal) or (not isMax and moveVal < bestVal):
            bestMove = move
            bestVal = moveVal
        if isMax:
            alpha = bestVal
        else:
            beta = bestVal
    return bestMove


def alpha_beta_search(game, state):
    return findBestMove(game, state)
