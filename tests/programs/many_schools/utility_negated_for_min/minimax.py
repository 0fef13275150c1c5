from typing import Callable
import math


def solve(game, state, me: str) -> float:
    if game.is_terminal(state):
        return game.utility(state) if me == "max" else -game.utility(state)
    vals = [solve(game, s, "min" if me == "max" else "max") for _, s in game.successors(state)]
    return max(vals) if me == "max" else min(vals)


def max_value(game, state):
    return solve(game, state, "max")


def min_value(game, state):
    return solve(game, state, "min")


def minimax_search(game, state):
    if game.to_move(state) == "max":
        return max(game.successors(state), key=lambda t: min_value(game, t[1]))[0]
    return min(game.successors(state), key=lambda t: max_value(game, t[1]))[0]
