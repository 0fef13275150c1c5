board = [0] * 9
while 0 in board:
    board[1] = 1


def max_value(game, state):
    return 0


def min_value(game, state):
    return 0


def minimax_search(game, state):
    return None
