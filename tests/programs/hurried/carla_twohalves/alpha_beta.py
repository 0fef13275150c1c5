import math


def alpha_beta_search(game, state):
    """entry point (was: ai_turn)"""
    turn = game.to_move(state)
    alpha, beta = -math.inf, math.inf
    move = None
    if turn == "max":
        score = -math.inf
        for action, new_board in game.successors(state):
            s = min_value(game, new_board, alpha, beta)
            if s > score:
                score, move = s, action
            alpha = max(alpha, score)
    else:
        score = math.inf
        for action, new_board in game.successors(state):
            s = max_value(game, new_board, alpha, beta)
            if s < score:
                score, move = s, action
            beta = min(beta, score)
    return move


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    best = -math.inf
    for _, new_board in game.successors(state):
        best = max(best, min_value(game, new_board, alpha, beta))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    best = math.inf
    for _, new_board in game.successors(state):
        best = min(best, max_value(game, new_board, alpha, beta))
        beta = max(beta, best)
        if best <= alpha:
            break
    return best
