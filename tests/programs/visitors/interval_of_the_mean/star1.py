"""Strict cuts, windows within the bounds (Ballard: AX = max(A, L), BX = min(B, U))."""

from math import inf


def star1(game, board, alpha, beta):
    if game.is_terminal(board):
        return game.utility(board)
    player = game.to_move(board)
    if player == "chance":
        return chance(game, board, alpha, beta)
    vsum = -inf if player == "max" else inf
    for action in game.actions(board):
        v = star1(game, game.result(board, action), alpha, beta)
        if player == "max":
            vsum = max(vsum, v)
            alpha = max(alpha, v)
        else:
            vsum = min(vsum, v)
            beta = min(beta, v)
        if alpha > beta:
            break
    return vsum


def chance(game, board, alpha, beta):
    try:
        L, U = game.bounds()
    except ValueError:
        return sum(p * star1(game, s, -inf, inf) for p, s in game.outcomes(board))
    outcomes = game.outcomes(board)
    low, high = L, U  # what the mean lies between
    for p, s in outcomes:
        low -= p * L
        high -= p * U
        A = (alpha - high) / p
        B = (beta - low) / p
        v = star1(game, s, max(A, L), min(B, U))
        low += p * v
        high += p * v
        if v < A:
            return high
        if v > B:
            return low
    return low


def max_value(game, state, alpha, beta):
    return star1(game, state, alpha, beta)


def min_value(game, state, alpha, beta):
    return star1(game, state, alpha, beta)


def exp_value(game, state, alpha, beta):
    return star1(game, state, alpha, beta)


def star1_search(game, state):
    best, alpha, beta = None, -inf, inf
    for action in game.actions(state):
        v = star1(game, game.result(state, action), alpha, beta)
        if game.to_move(state) == "max" and v > alpha:
            best, alpha = action, v
        elif game.to_move(state) == "min" and v < beta:
            best, beta = action, v
    return best
