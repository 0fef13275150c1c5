"""One recursive function that is told whose move it is.

The players take turns, as in the books' figures; where one moves twice in a row this
program is wrong, and no style.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def alpha_beta_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    maximizing = game.to_move(state) == "max"
    alpha, beta, choice = -inf, inf, None
    for action, child in game.successors(state):
        w = search(game, child, alpha, beta, not maximizing)
        if maximizing:
            if choice is None or w > alpha:
                alpha, choice = w, action
        elif choice is None or w < beta:
            beta, choice = w, action
    return choice


def max_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of a state in which MAX is to move."""
    return search(game, state, alpha, beta, maximizing=True)


def min_value(game: Game, state: State, alpha: float, beta: float) -> float:
    """The value of a state in which MIN is to move."""
    return search(game, state, alpha, beta, maximizing=False)


def search(
    game: Game,
    state: State,
    alpha: float,
    beta: float,
    maximizing: bool,
) -> float:
    """The value of `state` within the window (α, β)."""
    if game.is_terminal(state):
        return game.utility(state)
    if maximizing:
        v = -inf
        for _, child in game.successors(state):
            v = max(v, search(game, child, alpha, beta, not maximizing))
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        return v
    else:
        v = inf
        for _, child in game.successors(state):
            v = min(v, search(game, child, alpha, beta, not maximizing))
            beta = min(beta, v)
            if beta <= alpha:
                break
        return v
