"""Programs that search nothing, or a little, and one that prunes nothing.

`python -m autograder adequacy` makes a submission of each: whatever the functions of a
question are called, they return a `VALUES` of the state, and the search function the
action at one place, say the second, or the one that the same value says is best. What
that earns, it tells; the docstrings name the rows.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from autograder.game import Game, State

NUMBER: Any = 0  # `adequacy` writes the value here that pays best
PLACE, FEWER = 0, -1  # and the place of the action that does, and where there is none
NAMES: tuple[str, ...] = ()  # and here the arguments behind game and state
BY_MOVER = False  # and whether a value is that of whoever is to move

Limits = tuple[Any, ...]  # what these arguments are in a call
LIMITS = {"depth", "d", "rounds"}  # arguments by which a search stops early
WINDOW = {"alpha": float("-inf"), "beta": float("inf")}


def number(_game: Game, _state: State, *_limits: Any) -> Any:
    """The same number everywhere."""
    return NUMBER


def first_leaf(game: Game, state: State, *limits: Any) -> Any:
    """The first leaf."""
    while not is_end(game, state, limits):
        _, child = game.successors(state)[0]
        state, limits = child, behind(game, state, child, limits)
    return worth(game, state)


def last_leaf(game: Game, state: State, *limits: Any) -> Any:
    """The last leaf."""
    while not is_end(game, state, limits):
        _, child = game.successors(state)[-1]
        state, limits = child, behind(game, state, child, limits)
    return worth(game, state)


def at_random(seed: int, game: Game, state: State, limits: Limits) -> Any:
    """A leaf, drawn at random from each state down."""
    while not is_end(game, state, limits):
        chance = Random(f"{seed} {state}")  # noqa: S311 - to be repeated
        _, child = chance.choice(game.successors(state))
        state, limits = child, behind(game, state, child, limits)
    return worth(game, state)


def random_1(game: Game, state: State, *limits: Any) -> Any:
    """A leaf at random (1)."""
    return at_random(1, game, state, limits)


def random_2(game: Game, state: State, *limits: Any) -> Any:
    """A leaf at random (2)."""
    return at_random(2, game, state, limits)


def random_3(game: Game, state: State, *limits: Any) -> Any:
    """A leaf at random (3)."""
    return at_random(3, game, state, limits)


def one_path(game: Game, state: State, *limits: Any) -> Any:
    """One path, to the best in sight."""
    while not is_end(game, state, limits):
        child = best_child(in_sight, game, state, limits)[1]
        state, limits = child, behind(game, state, child, limits)
    return worth(game, state)


def one_ply(game: Game, state: State, *limits: Any) -> Any:
    """One ply."""
    return backed_up(in_sight, game, state, limits)


def one_ply_and_first(game: Game, state: State, *limits: Any) -> Any:
    """One ply, then the first leaf."""
    return backed_up(first_leaf, game, state, limits)


def two_plies(game: Game, state: State, *limits: Any) -> Any:
    """Two plies."""
    return backed_up(one_ply, game, state, limits)


def two_plies_and_first(game: Game, state: State, *limits: Any) -> Any:
    """Two plies, then the first leaf."""
    return backed_up(one_ply_and_first, game, state, limits)


def is_end(game: Game, state: State, limits: Limits) -> bool:
    """Whether a search stops here: over, or as deep as it may look ahead."""
    left = dict(zip(NAMES, limits, strict=False))
    if game.is_terminal(state):
        return True
    if "d" in left:
        return game.is_cutoff(state, left["d"])
    if left.get("rounds") == 0:
        return game.to_move(state) == "max"
    return left.get("depth", 1) <= 0 and game.is_quiet(state)


def behind(game: Game, state: State, child: State, limits: Limits) -> Limits:
    """The arguments for a child."""
    by_chance = game.to_move(state) == "chance"
    steps = {"depth": -1, "d": 1} if not by_chance else {}
    if "rounds" in NAMES and game.to_move(child) == "max":
        steps["rounds"] = -1
    pairs = zip(NAMES, limits, strict=False)
    return tuple(
        value + steps[name] if name in steps else value for name, value in pairs
    )


def worth(game: Game, state: State) -> Any:
    """The utility, or where the game is not over the estimate."""
    return game.utility(state) if game.is_terminal(state) else game.evaluate(state)


def in_sight(game: Game, state: State, *_limits: Any) -> Any:
    """What can be seen of a state without a step further: 0 where that is nothing."""
    if game.is_terminal(state) or LIMITS & {*NAMES}:
        return worth(game, state)
    return (0,) * len(NUMBER) if isinstance(NUMBER, tuple) else 0


def below(
    rule: Callable[..., Any], game: Game, state: State, limits: Limits
) -> list[tuple[str, State, Any]]:
    """Each action, its child, and what that is worth by a rule."""
    return [
        (action, child, rule(game, child, *behind(game, state, child, limits)))
        for action, child in game.successors(state)
    ]


def best_child(
    rule: Callable[..., Any], game: Game, state: State, limits: Limits
) -> tuple[str, State, Any]:
    """The first of those whose worth by a rule is the mover's best."""
    children = below(rule, game, state, limits)
    return max(children, key=lambda child: own(game, state, child[2]))


def backed_up(
    rule: Callable[..., Any], game: Game, state: State, limits: Limits
) -> Any:
    """The mover's best of what the children are worth by a rule; the mean of chance."""
    if is_end(game, state, limits):
        return worth(game, state)
    if game.to_move(state) != "chance":
        return best_child(rule, game, state, limits)[2]
    values = [value for _, _, value in below(rule, game, state, limits)]
    pairs = zip(game.outcomes(state), values, strict=True)
    return sum(p * value for (p, _), value in pairs)


def leaves(game: Game, state: State, limits: Limits) -> list[Any]:
    """What all leaves are worth at and below a state; each node is visited."""
    if is_end(game, state, limits):
        return [worth(game, state)]
    return [
        value
        for _, child in game.successors(state)
        for value in leaves(game, child, behind(game, state, child, limits))
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


def touch_all_mode(game: Game, state: State, *limits: Any) -> Any:
    """Touch all, the commonest leaf."""
    return Counter(leaves(game, state, limits)).most_common(1)[0][0]


def touch_all_replies(game: Game, state: State, *limits: Any) -> Any:
    """Touch all, children's worst leaves."""

    def worst(game: Game, child: State, *limits: Any) -> Any:
        values = leaves(game, child, limits)
        return min(values, key=lambda value: own(game, state, value))

    return backed_up(worst, game, state, limits)


def touch_all_mean_below(game: Game, state: State, *limits: Any) -> Any:
    """Touch all, children's mean leaves."""
    return backed_up(touch_all_mean, game, state, limits)


def touch_all_mean_path(game: Game, state: State, *limits: Any) -> Any:
    """Touch all, along the path of best mean leaves."""
    leaves(game, state, limits)
    while not is_end(game, state, limits):
        child = best_child(touch_all_mean, game, state, limits)[1]
        state, limits = child, behind(game, state, child, limits)
    return worth(game, state)


def turned_mean(game: Game, state: State, *limits: Any) -> Any:
    """The mean of the leaves with the other sign."""
    mean = touch_all_mean(game, state, *limits)
    return tuple(-each for each in mean) if isinstance(mean, tuple) else -mean


def touch_all_worst_mean(game: Game, state: State, *limits: Any) -> Any:
    """Touch all, children's worst mean."""
    if is_end(game, state, limits):
        return worth(game, state)
    child = best_child(turned_mean, game, state, limits)[1]
    return touch_all_mean(game, child, *behind(game, state, child, limits))


def touch_all_deepest(game: Game, state: State, *limits: Any) -> Any:
    """Touch all, the deepest leaf."""

    def deepest(state: State, limits: Limits) -> tuple[int, Any]:
        if is_end(game, state, limits):
            return 0, worth(game, state)
        below = (
            deepest(child, behind(game, state, child, limits))
            for _, child in game.successors(state)
        )
        plies, value = max(below, key=lambda found: found[0])
        return plies + 1, value

    return deepest(state, limits)[1]


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


def best_action(
    game: Game, state: State, *given: Any, rule: Callable[..., Any] | None = None
) -> str:
    """The best action, by a rule for the children's worth."""
    return best_child(rule or minimax, game, state, _limits(given))[0]


def best_line(
    game: Game, state: State, *given: Any, rule: Callable[..., Any]
) -> list[str]:
    """The actions that a rule says are best, down to the end."""
    found, limits = [], _limits(given)
    while not is_end(game, state, limits):
        action, child, _ = best_child(rule, game, state, limits)
        found.append(action)
        state, limits = child, behind(game, state, child, limits)
    return found


def _limits(given: Limits) -> Limits:
    """The arguments of the functions, from those of the search function."""
    limited = [name for name in NAMES if name in ("depth", "rounds")]
    known = dict(zip(limited, given, strict=False))
    return tuple(known.get(name, WINDOW.get(name, 0)) for name in NAMES)


def minimax(
    game: Game,
    state: State,
    *limits: Any,
    value: Callable[..., Any] | None = None,
) -> Any:
    """No pruning.

    `value` finds the values of children; a program's functions call each other.
    """
    return backed_up(value or minimax, game, state, limits)


def returned(rule: Callable[..., Any], game: Game, state: State, *limits: Any) -> Any:
    """What a function returns whose value is that of the rule, seen by who is asked."""
    value = rule(game, state, *limits)
    viewpoint = dict(zip(NAMES, limits, strict=False)).get("viewpoint")
    seer = game.to_move(state) if BY_MOVER else viewpoint
    is_turned = seer == "min" and rule not in CONSTANT
    return -value if is_turned else value


CONSTANT = (number, touch_all)  # what they say is the same of all children
FEW = (
    number,
    first_leaf,
    one_path,
    one_ply,
    one_ply_and_first,
    two_plies,
    two_plies_and_first,
)
ALL = (
    touch_all,
    touch_all_first,
    touch_all_last,
    touch_all_median,
    touch_all_mode,
    touch_all_smallest,
    touch_all_largest,
    touch_all_best,
    touch_all_replies,
)
MEANS = (
    touch_all_mean,
    touch_all_mean_below,
)  # where chance moves, or parts have groups
# Where parts have groups these are tried, too:
MORE_FEW = (last_leaf, random_1, random_2, random_3)
MORE_ALL = (*MEANS, touch_all_deepest, touch_all_mean_path, touch_all_worst_mean)
BELOW = {  # what such a program thinks of a child, where that is not the same
    one_path: in_sight,
    one_ply: in_sight,
    one_ply_and_first: first_leaf,
    two_plies: one_ply,
    two_plies_and_first: one_ply_and_first,
    touch_all_replies: touch_all_smallest,
    touch_all_mean_below: touch_all_mean,
    touch_all_mean_path: touch_all_mean,
    touch_all_worst_mean: turned_mean,
}
UNPRUNED = (minimax, best_action)
