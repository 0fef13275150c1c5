def choose(game, state):
    board = {}
    return board[state]
