import sys
from collections import namedtuple

# like Double.MAX_VALUE and Double.MIN_VALUE
DOUBLE_MAX = sys.float_info.max
DOUBLE_MIN = sys.float_info.min

Result = namedtuple("Result", ["value", "move"])


def maxResult(game, state, alpha, beta):
    if game.is_terminal(state):
        return Result(game.utility(state), None)
    best = Result(DOUBLE_MIN, None)
    for move, child in game.successors(state):
        current = minResult(game, child, alpha, beta)
        if best.move is None:
            best = Result(max(best.value, current.value), move)
        elif current.value > best.value:
            best = Result(current.value, move)
        if best.value >= beta:
            return best
        alpha = max(alpha, best.value)
    return best


def minResult(game, state, alpha, beta):
    if game.is_terminal(state):
        return Result(game.utility(state), None)
    best = Result(DOUBLE_MAX, None)
    for move, child in game.successors(state):
        current = maxResult(game, child, alpha, beta)
        if best.move is None:
            best = Result(min(best.value, current.value), move)
        elif current.value < best.value:
            best = Result(current.value, move)
        if best.value <= alpha:
            return best
        beta = min(beta, best.value)
    return best


def max_value(game, state, alpha, beta):
    return maxResult(game, state, alpha, beta).value


def min_value(game, state, alpha, beta):
    return minResult(game, state, alpha, beta).value


def alpha_beta_search(game, state):
    infinity = float("inf")
    if game.to_move(state) == "max":
        result = maxResult(game, state, -infinity, infinity)
    else:
        result = minResult(game, state, -infinity, infinity)
    return result.move
