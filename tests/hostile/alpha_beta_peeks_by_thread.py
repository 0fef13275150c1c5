# expect: correct; at root_user: crashed
# Looks at what was cut from a thread, after it returned; the grader has moved on.

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import threading
import time
from math import inf

threading.stack_size(1 << 18)


def alpha_beta_search(game, state):
    maximizing = game.to_move(state) == "max"
    best, alpha, beta = None, -inf, inf
    for action, child in game.successors(state):
        v = value(game, child, alpha, beta)
        if maximizing and v > alpha:
            best, alpha = action, v
        elif not maximizing and v < beta:
            best, beta = action, v
    return best


def value(game, state, alpha, beta):
    if game.to_move(state) == "max":
        return max_value(game, state, alpha, beta)
    return min_value(game, state, alpha, beta)


def max_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for _, child in game.successors(state):
        v = max(v, value(game, child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(game, state, alpha, beta):
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for _, child in game.successors(state):
        v = min(v, value(game, child, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def peek(game, state):
    time.sleep(0.05)
    for _, child in game.successors(state):
        for _, hidden in game.successors(child):
            print(hidden, game.is_terminal(hidden))


right = min_value


def min_value(game, state, alpha, beta):
    threading.Thread(target=peek, args=(game, state), daemon=True).start()
    return right(game, state, alpha, beta)
