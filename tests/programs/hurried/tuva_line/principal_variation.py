import math


def minimax(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    if game.to_move(state) == "max":
        v = -math.inf
        for a in game.actions(state):
            v = max(v, minimax(game, game.result(state, a)))
    else:
        v = math.inf
        for a in game.actions(state):
            v = min(v, minimax(game, game.result(state, a)))
    return v


def best_move(game, state, player):
    moves = game.actions(state)
    vals = [minimax(game, game.result(state, m)) for m in moves]
    pick = max(vals) if player == "max" else min(vals)
    return moves[vals.index(pick)]


def principal_variation(game, state):
    line = []
    player = game.to_move(state)
    while not game.is_terminal(state):
        m = best_move(game, state, player)
        line.append(m)
        state = game.result(state, m)
    # print(line)
    return line
