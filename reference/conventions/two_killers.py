"""Two killers a ply: the last two actions that cut there, the newer one first.

Where the newer one cuts again, nothing changes; where the older one does, they change
places. Any other action becomes the newer one, and the older is dropped.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State

    Killers = dict[int, tuple[str, ...]]
    Successors = tuple[tuple[str, State], ...]


def killers_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    killers: Killers = {}
    alpha, beta, choice = -inf, inf, None
    if game.to_move(state) == "max":
        for action, child in game.successors(state):
            w = min_value(game, child, alpha, beta, 1, killers)
            if w > alpha:
                alpha, choice = w, action
        return choice
    for action, child in game.successors(state):
        w = max_value(game, child, alpha, beta, 1, killers)
        if w < beta:
            beta, choice = w, action
    return choice


def max_value(
    game: Game, state: State, alpha: float, beta: float, ply: int, killers: Killers
) -> float:
    """The value of `state`, or a bound that is enough in the window (α, β)."""
    if game.is_terminal(state):
        return game.utility(state)
    v = -inf
    for action, child in killers_first(game.successors(state), killers.get(ply, ())):
        v = max(v, min_value(game, child, alpha, beta, ply + 1, killers))
        if v >= beta:
            keep(killers, ply, action)
            return v
        alpha = max(alpha, v)
    return v


def min_value(
    game: Game, state: State, alpha: float, beta: float, ply: int, killers: Killers
) -> float:
    """The value of `state`, or a bound that is enough in the window (α, β)."""
    if game.is_terminal(state):
        return game.utility(state)
    v = inf
    for action, child in killers_first(game.successors(state), killers.get(ply, ())):
        v = min(v, max_value(game, child, alpha, beta, ply + 1, killers))
        if v <= alpha:
            keep(killers, ply, action)
            return v
        beta = min(beta, v)
    return v


def killers_first(successors: Successors, killers: tuple[str, ...]) -> Successors:
    """The killers that are legal, the newer one first; the others in their order."""
    states = dict(successors)
    first = tuple((action, states[action]) for action in killers if action in states)
    others = tuple(pair for pair in successors if pair[0] not in killers)
    return first + others


def keep(killers: Killers, ply: int, action: str) -> None:
    """Let an action that has cut be the newer killer of its ply."""
    others = tuple(each for each in killers.get(ply, ()) if each != action)
    killers[ply] = (action, *others[:1])
