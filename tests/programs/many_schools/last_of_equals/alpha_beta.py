from __future__ import annotations
import math


def max_value(game, state, alpha: float = -math.inf, beta: float = math.inf) -> float:
    if game.is_terminal(state):
        return game.utility(state)
    value = -math.inf
    for _, successor in game.successors(state):
        value = max(value, min_value(game, successor, alpha, beta))
        if value >= beta:
            break
        alpha = max(alpha, value)
    return value


def min_value(game, state, alpha: float = -math.inf, beta: float = math.inf) -> float:
    if game.is_terminal(state):
        return game.utility(state)
    value = math.inf
    for _, successor in game.successors(state):
        value = min(value, max_value(game, successor, alpha, beta))
        if value <= alpha:
            break
        beta = min(beta, value)
    return value


def alpha_beta_search(game, state):
    def maximise() -> str:
        best_action, best_value, alpha = None, -math.inf, -math.inf
        for action, successor in game.successors(state):
            value = min_value(game, successor, alpha, math.inf)
            if value >= best_value:
                best_action, best_value = action, value
            alpha = max(alpha, best_value)
        return best_action

    def minimise() -> str:
        best_action, best_value, beta = None, math.inf, math.inf
        for action, successor in game.successors(state):
            value = max_value(game, successor, -math.inf, beta)
            if value <= best_value:
                best_action, best_value = action, value
            beta = min(beta, best_value)
        return best_action

    return maximise() if game.to_move(state) == "max" else minimise()
