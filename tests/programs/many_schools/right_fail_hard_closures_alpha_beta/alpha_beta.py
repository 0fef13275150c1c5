# fail-hard as on chessprogramming wiki
oo = float("inf")


def clamp(game, state, alpha, beta):
    return min(max(game.utility(state), alpha), beta)


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return clamp(game, state, alpha, beta)
    for move in game.actions(state):
        score = min_value(game, game.result(state, move), alpha, beta)
        if score >= beta:
            return beta
        if score > alpha:
            alpha = score
    return alpha


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return clamp(game, state, alpha, beta)
    for move in game.actions(state):
        score = max_value(game, game.result(state, move), alpha, beta)
        if score <= alpha:
            return alpha
        if score < beta:
            beta = score
    return beta


def alpha_beta_search(game, state):
    bestMove, alpha, beta = game.actions(state)[0], -oo, oo
    for move in game.actions(state):
        if game.to_move(state) == "max":
            score = min_value(game, game.result(state, move), alpha, beta)
            if score > alpha:
                alpha, bestMove = score, move
        else:
            score = max_value(game, game.result(state, move), alpha, beta)
            if score < beta:
                beta, bestMove = score, move
    return bestMove
