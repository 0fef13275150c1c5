"""Programs that search nothing, and one that prunes nothing.

`python -m autograder adequacy` makes a submission of each: whatever the functions of a
question are called, they return a `VALUES` of the state, and the search function an
`ACTIONS`. What that earns, it tells; the docstrings name the rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from autograder.game import Game, State

NUMBER: float = 0  # `adequacy` writes the value here that pays best


def number(_game: Game, _state: State) -> float:
    """The same number everywhere."""
    return NUMBER


def first_leaf(game: Game, state: State) -> float:
    """The first leaf."""
    while not game.is_terminal(state):
        _, state = game.successors(state)[0]
    return game.utility(state)


def leaves(game: Game, state: State) -> list[float]:
    """The utilities of all leaves at and below a state; each node is visited."""
    if game.is_terminal(state):
        return [game.utility(state)]
    below = [child for _, child in game.successors(state)]
    return [utility for child in below for utility in leaves(game, child)]


def touch_all(game: Game, state: State) -> float:
    """Touch all, the same number."""
    leaves(game, state)
    return NUMBER


def touch_all_first(game: Game, state: State) -> float:
    """Touch all, the first leaf."""
    return leaves(game, state)[0]


def touch_all_last(game: Game, state: State) -> float:
    """Touch all, the last leaf."""
    return leaves(game, state)[-1]


def touch_all_median(game: Game, state: State) -> float:
    """Touch all, the median leaf."""
    found = sorted(leaves(game, state))
    return found[len(found) // 2]


def touch_all_smallest(game: Game, state: State) -> float:
    """Touch all, the smallest leaf."""
    return min(leaves(game, state))


def touch_all_largest(game: Game, state: State) -> float:
    """Touch all, the largest leaf."""
    return max(leaves(game, state))


def touch_all_best(game: Game, state: State) -> float:
    """Touch all, the mover's best leaf."""
    best = max if game.to_move(state) == "max" else min
    return best(leaves(game, state))


def first_action(game: Game, state: State) -> str:
    """The first action."""
    return game.actions(state)[0]


def last_action(game: Game, state: State) -> str:
    """The last action."""
    return game.actions(state)[-1]


def minimax(
    game: Game, state: State, value: Callable[[State], float] | None = None
) -> float:
    """No pruning.

    `value` finds the values of children; a program's two functions call each other.
    """
    if game.is_terminal(state):
        return game.utility(state)
    value = value or (lambda child: minimax(game, child))
    best = max if game.to_move(state) == "max" else min
    return best(value(child) for _, child in game.successors(state))


def best_action(game: Game, state: State) -> str:
    """The best action."""
    best = max if game.to_move(state) == "max" else min
    worth = {action: minimax(game, child) for action, child in game.successors(state)}
    return best(worth, key=worth.__getitem__)


VALUES = (
    number,
    first_leaf,
    touch_all,
    touch_all_first,
    touch_all_last,
    touch_all_median,
    touch_all_smallest,
    touch_all_largest,
    touch_all_best,
)
ACTIONS = (first_action, last_action)
UNPRUNED = (minimax, best_action)
