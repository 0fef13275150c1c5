"""Fail-hard, with a clamp at the leaves too; the killer is yielded first."""

from math import inf


def moves(game, state, killer):
    actions = game.actions(state)
    if killer in actions:
        yield killer
    for action in actions:
        if action != killer:
            yield action


def max_value(game, state, alpha, beta, ply, killers):
    if game.is_terminal(state):
        return max(alpha, min(beta, game.utility(state)))
    for action in moves(game, state, killers.get(ply)):
        alpha = max(
            alpha, min_value(game, game.result(state, action), alpha, beta, ply + 1, killers)
        )
        if alpha >= beta:
            killers[ply] = action
            return beta
    return alpha


def min_value(game, state, alpha, beta, ply, killers):
    if game.is_terminal(state):
        return max(alpha, min(beta, game.utility(state)))
    for action in moves(game, state, killers.get(ply)):
        beta = min(beta, max_value(game, game.result(state, action), alpha, beta, ply + 1, killers))
        if beta <= alpha:
            killers[ply] = action
            return alpha
    return beta


def killers_search(game, state):
    killers, best, alpha, beta = {}, None, -inf, inf
    for action in game.actions(state):
        child = game.result(state, action)
        if game.to_move(state) == "max":
            v = min_value(game, child, alpha, beta, 1, killers)
            if v > alpha:
                alpha, best = v, action
        else:
            v = max_value(game, child, alpha, beta, 1, killers)
            if v < beta:
                beta, best = v, action
    return best
