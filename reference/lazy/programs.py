"""Programs that search nothing, and one that prunes nothing.

`python -m autograder adequacy` makes a submission of each: whatever the functions of a
question are called, they return a `VALUES` of the state, and the search function the
action at one place, say the second. What that earns, it tells; the docstrings name the
rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from autograder.game import Game, State

NUMBER: Any = 0  # `adequacy` writes the value here that pays best
PLACE, FEWER = 0, -1  # and the place of the action that does, and where there is none
NAMES: tuple[str, ...] = ()  # and here the arguments behind game and state

Limits = tuple[Any, ...]  # what these arguments are in a call


def number(_game: Game, _state: State, *_limits: Any) -> Any:
    """The same number everywhere."""
    return NUMBER


def first_leaf(game: Game, state: State, *limits: Any) -> Any:
    """The first leaf."""
    while not is_end(game, state, limits):
        _, child = game.successors(state)[0]
        state, limits = child, behind(game, state, child, limits)
    return game.utility(state) if game.is_terminal(state) else game.evaluate(state)


def is_end(game: Game, state: State, limits: Limits) -> bool:
    """Whether a search stops here: over, or as deep as it may look ahead."""
    left = dict(zip(NAMES, limits, strict=False))
    if game.is_terminal(state):
        return True
    if "d" in left:
        return game.is_cutoff(state, left["d"])
    is_round = game.to_move(state) == "max"
    return left.get("depth") == 0 or (is_round and left.get("rounds") == 0)


def behind(game: Game, state: State, child: State, limits: Limits) -> Limits:
    """The arguments for a child."""
    by_chance = game.to_move(state) == "chance"
    steps = {"depth": -1, "d": 1} if not by_chance else {}
    if "rounds" in NAMES and game.to_move(child) == "max":
        steps["rounds"] = -1
    pairs = zip(NAMES, limits, strict=False)
    return tuple(value + steps.get(name, 0) for name, value in pairs)


def leaves(game: Game, state: State, limits: Limits) -> list[Any]:
    """What all leaves are worth at and below a state; each node is visited."""
    if is_end(game, state, limits):
        return [
            game.utility(state) if game.is_terminal(state) else game.evaluate(state)
        ]
    return [
        worth
        for _, child in game.successors(state)
        for worth in leaves(game, child, behind(game, state, child, limits))
    ]


def own(game: Game, state: State, value: Any) -> Any:
    """What a value is to the player to move."""
    if not isinstance(value, tuple):
        return -value if game.to_move(state) == "min" else value
    players = game.players()
    mover = game.to_move(state)
    return value[players.index(mover)] if mover in players else sum(value)


def touch_all(game: Game, state: State, *limits: Any) -> Any:
    """Touch all, the same number."""
    leaves(game, state, limits)
    return NUMBER


def touch_all_first(game: Game, state: State, *limits: Any) -> Any:
    """Touch all, the first leaf."""
    return leaves(game, state, limits)[0]


def touch_all_last(game: Game, state: State, *limits: Any) -> Any:
    """Touch all, the last leaf."""
    return leaves(game, state, limits)[-1]


def touch_all_median(game: Game, state: State, *limits: Any) -> Any:
    """Touch all, the median leaf."""
    found = sorted(leaves(game, state, limits))
    return found[len(found) // 2]


def touch_all_mean(game: Game, state: State, *limits: Any) -> Any:
    """Touch all, the mean of the leaves."""
    found = leaves(game, state, limits)
    if isinstance(found[0], tuple):
        return tuple(sum(column) / len(found) for column in zip(*found, strict=True))
    return sum(found) / len(found)


def touch_all_smallest(game: Game, state: State, *limits: Any) -> Any:
    """Touch all, the smallest leaf."""
    return min(leaves(game, state, limits))


def touch_all_largest(game: Game, state: State, *limits: Any) -> Any:
    """Touch all, the largest leaf."""
    return max(leaves(game, state, limits))


def touch_all_best(game: Game, state: State, *limits: Any) -> Any:
    """Touch all, the mover's best leaf."""
    found = leaves(game, state, limits)
    return max(found, key=lambda value: own(game, state, value))


def action_at_place(game: Game, state: State, *_given: Any) -> str:
    """The action at the place; where there are fewer, the first or the last."""
    actions = game.actions(state)
    return actions[PLACE if len(actions) > PLACE else FEWER]


def line_at_place(game: Game, state: State, *given: Any) -> list[str]:
    """The actions at the place, down to the end."""
    found = []
    while not is_end(game, state, given):
        found.append(action_at_place(game, state))
        child = game.result(state, found[-1])
        state, given = child, behind(game, state, child, given)
    return found


def minimax(
    game: Game,
    state: State,
    *limits: Any,
    value: Callable[..., Any] | None = None,
) -> Any:
    """No pruning.

    `value` finds the values of children; a program's functions call each other.
    """
    if is_end(game, state, limits):
        return game.utility(state) if game.is_terminal(state) else game.evaluate(state)
    value = value or minimax
    if game.to_move(state) == "chance":
        return sum(
            p * value(game, child, *behind(game, state, child, limits))
            for p, child in game.outcomes(state)
        )
    below = [
        value(game, child, *behind(game, state, child, limits))
        for _, child in game.successors(state)
    ]
    return max(below, key=lambda found: own(game, state, found))


def best_action(game: Game, state: State, *given: Any) -> str:
    """The best action."""
    limited = [name for name in NAMES if name in ("depth", "rounds")]
    known = dict(zip(limited, given, strict=False))
    limits = tuple(known.get(name, WINDOW.get(name, 0)) for name in NAMES)
    worth = {
        action: minimax(game, child, *behind(game, state, child, limits))
        for action, child in game.successors(state)
    }
    return max(worth, key=lambda action: own(game, state, worth[action]))


WINDOW = {"alpha": float("-inf"), "beta": float("inf")}

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
WITH_CHANCE = (*VALUES, touch_all_mean)  # where chance moves, a mean is near at hand
UNPRUNED = (minimax, best_action)
