"""Negamax alpha-beta; a change of perspective is an object of its own."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from autograder.game import Game, State


class Perspective(NamedTuple):
    """A window as one player sees it."""

    alpha: float
    beta: float

    def flipped(self) -> Perspective:
        """The same window as the other player sees it."""
        return Perspective(-self.beta, -self.alpha)


def _worth(game: Game, child: State, mover: str, view: Perspective) -> float:
    """What ``child`` is worth to ``mover``, who need not be the one to move there."""
    if game.to_move(child) == mover:
        return negamax(game, child, *view)
    return -negamax(game, child, *view.flipped())


def negamax_alpha_beta_search(game: Game, state: State) -> str:
    """The best action for the player to move."""
    mover = game.to_move(state)
    view = Perspective(-math.inf, math.inf)
    chosen = None
    for action, child in game.successors(state):
        worth = _worth(game, child, mover, view)
        if chosen is None or worth > view.alpha:
            chosen, view = action, view._replace(alpha=worth)
    return chosen


def negamax(game: Game, state: State, alpha: float, beta: float) -> float:
    """Value of the state for the player to move, within his window."""
    mover = game.to_move(state)
    if game.is_terminal(state):
        return game.utility(state, mover)
    best = None
    for _, child in game.successors(state):
        floor = alpha if best is None else max(alpha, best)
        worth = _worth(game, child, mover, Perspective(floor, beta))
        best = worth if best is None or best < worth else best
        if best >= beta:
            break
    return best
