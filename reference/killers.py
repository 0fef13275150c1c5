"""Alpha-beta that tries first what has cut at the same ply before: killer moves.

One killer a ply, the last action that cut there; where that is legal again it is tried
first, and the others follow in the order of the game: Akl and Newborn, "The principal
continuation and the killer heuristic", 1977. Cuts are on equality, and v itself is
returned (fail-soft). The players take turns.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State

    Killers = dict[int, str]
    Successors = tuple[tuple[str, State], ...]

CONVENTION = "one_killer"


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
    for action, child in killer_first(game.successors(state), killers.get(ply)):
        v = max(v, min_value(game, child, alpha, beta, ply + 1, killers))
        if v >= beta:
            killers[ply] = action
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
    for action, child in killer_first(game.successors(state), killers.get(ply)):
        v = min(v, max_value(game, child, alpha, beta, ply + 1, killers))
        if v <= alpha:
            killers[ply] = action
            return v
        beta = min(beta, v)
    return v


def killer_first(successors: Successors, killer: str | None) -> Successors:
    """The killer and its state first, where it is legal; the others in their order."""
    first = tuple(pair for pair in successors if pair[0] == killer)
    others = tuple(pair for pair in successors if pair[0] != killer)
    return first + others
