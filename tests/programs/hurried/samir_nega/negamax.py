import math


# player: 1 / -1 not needed any more, utility knows
def negamax(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state))
    best = -math.inf
    for _, child in game.successors(state):
        score = -negamax(game, child)
        if score > best:
            best = score
    return best


def negamax_search(game, state):
    best, bestMove = -math.inf, None
    me = game.to_move(state)
    for m, child in game.successors(state):
        score = negamax(game, child)
        if game.to_move(child) != me:
            score = -score
        if score > best:
            best = score
            bestMove = m
    return bestMove
