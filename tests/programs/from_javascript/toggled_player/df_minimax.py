import math

other = {"max": "min", "min": "max"}


def df_minimax(game, state, player):
    if game.is_terminal(state):
        return game.utility(state)
    mine = player
    best = -math.inf if mine == "max" else math.inf
    for move in game.actions(state):
        player = other[player]
        score = df_minimax(game, game.result(state, move), player)
        if mine == "max":
            best = max(best, score)
        else:
            best = min(best, score)
    return best


def df_minimax_search(game, state):
    me = game.to_move(state)
    moves = game.actions(state)
    scores = [df_minimax(game, game.result(state, m), other[me]) for m in moves]
    want = max(scores) if me == "max" else min(scores)
    return moves[scores.index(want)]
