import math

def minimax_search(game, state):
    #check who's turn it is
    if game.to_move(state) == 'max':
        bestScore = -math.inf
        bestMove = None
        for move in game.actions(state):
            score = min_value(game, game.result(state, move))
            if score > bestScore:
                bestScore = score
                bestMove = move
        return bestMove
    else:
        bestScore = math.inf
        bestMove = None
        for move in game.actions(state):
            score = max_value(game, game.result(state, move))
            if score < bestScore:
                bestScore = score
                bestMove = move
        return bestMove

def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    bestScore = -math.inf
    for move in game.actions(state):
        score = min_value(game, game.result(state, move))
        bestScore = max(score, bestScore)
    return bestScore

def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    bestScore = math.inf
    for move in game.actions(state):
        score = max_value(game, game.result(state, move))
        bestScore = min(score, bestScore)
        return bestScore
