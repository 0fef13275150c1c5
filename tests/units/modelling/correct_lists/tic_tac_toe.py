from copy import deepcopy

X, O, EMPTY = "X", "O", None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def to_move(board):
    count = sum(square is not EMPTY for row in board for square in row)
    return "max" if count % 2 == 0 else "min"


def actions(board):
    if is_terminal(board):
        return set()
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError("invalid action")
    new = deepcopy(board)
    new[action[0]][action[1]] = X if to_move(board) == "max" else O
    return new


def winner(board):
    lines = board + [list(column) for column in zip(*board)]
    lines.append([board[i][i] for i in range(3)])
    lines.append([board[i][2 - i] for i in range(3)])
    for player in (X, O):
        if [player] * 3 in lines:
            return player
    return None


def is_terminal(board):
    if winner(board) is not None:
        return True
    return not any(EMPTY in row for row in board)


def utility(board, player):
    who = winner(board)
    if who is None:
        return 0
    return 1 if (who == X) == (player == "max") else -1
