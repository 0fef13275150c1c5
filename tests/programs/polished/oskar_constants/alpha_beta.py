"""Alpha-beta search with private constants and full type annotations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from autograder.game import Game, State

_INFINITY: Final[int] = 10_000


def _is_max(game: Game, state: State) -> bool:
    """Whether it is MAX's turn."""
    return game.to_move(state) == "max"


def alpha_beta_search(game: Game, state: State) -> str:
    """Return the optimal action for the player to move."""
    alpha: float = -_INFINITY
    beta: float = _INFINITY
    best_action: str = game.actions(state)[0]

    if _is_max(game, state):
        for action, successor in game.successors(state):
            value = min_value(game, successor, alpha, beta)
            if value > alpha:
                alpha = value
                best_action = action
    else:
        for action, successor in game.successors(state):
            value = max_value(game, successor, alpha, beta)
            if value < beta:
                beta = value
                best_action = action

    return best_action


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """Return the value of a MAX state within (alpha, beta)."""
    if game.is_terminal(state):
        return game.utility(state)

    best: float = -_INFINITY
    for _, successor in game.successors(state):
        best = max(best, min_value(game, successor, alpha, beta))
        if best >= beta:
            return best
        alpha = max(alpha, best)
    return best


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """Return the value of a MIN state within (alpha, beta)."""
    if game.is_terminal(state):
        return game.utility(state)

    best: float = _INFINITY
    for _, successor in game.successors(state):
        best = min(best, max_value(game, successor, alpha, beta))
        if best <= alpha:
            return best
    return best
