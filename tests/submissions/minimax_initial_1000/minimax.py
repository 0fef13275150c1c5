MAX_SCORE = 1000
MIN_SCORE = -1000

def minimax_search(game, state):
    isMax = game.to_move(state) == "max"
    bestScore = MIN_SCORE if isMax else MAX_SCORE
    bestMove = None
    for move in game.actions(state):
        if isMax:
            score = min_value(game, game.result(state, move))
            if score > bestScore:
                bestScore, bestMove = score, move
        else:
            score = max_value(game, game.result(state, move))
            if score < bestScore:
                bestScore, bestMove = score, move
    return bestMove

def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    bestScore = MIN_SCORE
    for move in game.actions(state):
        bestScore = max(bestScore, min_value(game, game.result(state, move)))
    return bestScore

def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    bestScore = MAX_SCORE
    for move in game.actions(state):
        bestScore = min(bestScore, max_value(game, game.result(state, move)))
    return bestScore
