import math

ALPHA = -math.inf
BETA = math.inf
counter = 0


def search(game, board, turn):
    global ALPHA, BETA, counter
    counter += 1
    if game.is_terminal(board):
        return game.utility(board)
    if turn == "max":
        val = -math.inf
        for m in game.actions(board):
            val = max(val, search(game, game.result(board, m), "min"))
            if val >= BETA:
                return val
            ALPHA = max(ALPHA, val)
        return val
    if turn == "min":
        val = math.inf
        for m in game.actions(board):
            val = min(val, search(game, game.result(board, m), "max"))
            if val <= ALPHA:
                return val
            BETA = min(BETA, val)
        return val


def max_value(game, state, alpha, beta):
    global ALPHA, BETA
    ALPHA, BETA = alpha, beta
    return search(game, state, "max")


def min_value(game, state, alpha, beta):
    global ALPHA, BETA
    ALPHA, BETA = alpha, beta
    return search(game, state, "min")


def alpha_beta_search(game, state):
    a, b = -math.inf, math.inf
    ret = None
    if game.to_move(state) == "max":
        for m in game.actions(state):
            x = min_value(game, game.result(state, m), a, b)
            if x > a:
                a, ret = x, m
    else:
        for m in game.actions(state):
            x = max_value(game, game.result(state, m), a, b)
            if x < b:
                b, ret = x, m
    # print("nodes:", counter)
    return ret
