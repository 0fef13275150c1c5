import math
from copy import deepcopy

X = "X"
O = "O"
EMPTY = None
LINES = [[(i, j) for j in range(3)] for i in range(3)]
LINES += [[(i, j) for i in range(3)] for j in range(3)]
LINES += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    cells = sum(board, [])
    return X if cells.count(X) == cells.count(O) else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board, action):
    i, j = action
    if board[i][j] is not EMPTY:
        raise ValueError("this square is taken")
    after = deepcopy(board)
    after[i][j] = player(board)
    return after


def winner(board):
    for line in LINES:
        marks = {board[i][j] for i, j in line}
        if len(marks) == 1 and EMPTY not in marks:
            return marks.pop()
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1}.get(winner(board), 0)


def value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    if player(board) == X:
        for action in actions(board):
            alpha = max(alpha, value(result(board, action), alpha, beta))
            if alpha >= beta:
                break
        return alpha
    for action in actions(board):
        beta = max(beta, value(result(board, action), alpha, beta))
        if alpha >= beta:
            break
    return beta


def minimax(board):
    if terminal(board):
        return None
    pick = max if player(board) == X else min
    return pick(actions(board), key=lambda a: value(result(board, a), -2, 2))
