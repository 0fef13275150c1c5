"""Alpha-beta search; the two kinds of node are two small strategy objects."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


@dataclass(frozen=True)
class _Side:
    """How one player compares values and moves the window."""

    worst: float
    pick: Callable[[float, float], float]
    cuts: Callable[[float, float, float], bool]
    narrow: Callable[[float, float, float], tuple[float, float]]
    prefers: Callable[[float, float], bool]


_MAXIMIZER = _Side(
    worst=-math.inf,
    pick=max,
    cuts=lambda v, alpha, beta: v >= beta,
    narrow=lambda v, alpha, beta: (max(alpha, v), beta),
    prefers=lambda new, old: new >= old,
)
_MINIMIZER = _Side(
    worst=math.inf,
    pick=min,
    cuts=lambda v, alpha, beta: v <= alpha,
    narrow=lambda v, alpha, beta: (alpha, min(beta, v)),
    prefers=lambda new, old: new < old,
)
_OTHER = {id(_MAXIMIZER): _MINIMIZER, id(_MINIMIZER): _MAXIMIZER}


def _node_value(
    game: Game, state: State, alpha: float, beta: float, side: _Side
) -> float:
    """Fail-soft alpha-beta value of a node of ``side``."""
    if game.is_terminal(state):
        return game.utility(state)
    other = _OTHER[id(side)]
    value = side.worst
    for action in game.actions(state):
        child = game.result(state, action)
        value = side.pick(value, _node_value(game, child, alpha, beta, other))
        if side.cuts(value, alpha, beta):
            return value
        alpha, beta = side.narrow(value, alpha, beta)
    return value


def alpha_beta_search(game: Game, state: State) -> str:
    """Best action at the root."""
    side = _MAXIMIZER if game.to_move(state) == "max" else _MINIMIZER
    alpha, beta = -math.inf, math.inf
    best_value = side.worst
    best_action = game.actions(state)[0]
    for action, child in game.successors(state):
        value = _node_value(game, child, alpha, beta, _OTHER[id(side)])
        if side.prefers(value, best_value):
            best_value, best_action = value, action
        alpha, beta = side.narrow(best_value, alpha, beta)
    return best_action


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """Value of a MAX node."""
    return _node_value(game, state, alpha, beta, _MAXIMIZER)


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """Value of a MIN node."""
    return _node_value(game, state, alpha, beta, _MINIMIZER)
