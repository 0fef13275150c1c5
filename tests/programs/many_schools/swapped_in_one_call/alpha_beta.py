"""Alpha beta (homework 3)"""
import math
from typing import Any, Optional, Tuple


def _expand(game: Any, node: Any, lo: float, hi: float, maximizing: bool) -> Tuple[float, Optional[str]]:
    if game.is_terminal(node):
        return game.utility(node), None
    choice: Optional[str] = None
    best: float = -math.inf if maximizing else math.inf
    for move, child in game.successors(node):
        if maximizing:
            score, _ = _expand(game, child, hi, lo, False)
            if score > best:
                best, choice = score, move
            if best >= hi:
                return best, choice
            lo = max(lo, best)
        else:
            score, _ = _expand(game, child, lo, hi, True)
            if score < best:
                best, choice = score, move
            if best <= lo:
                return best, choice
            hi = min(hi, best)
    return best, choice


def max_value(game, state, alpha: float, beta: float) -> float:
    return _expand(game, state, alpha, beta, True)[0]


def min_value(game, state, alpha: float, beta: float) -> float:
    return _expand(game, state, alpha, beta, False)[0]


def alpha_beta_search(game, state):
    return _expand(game, state, -math.inf, math.inf, game.to_move(state) == "max")[1]
