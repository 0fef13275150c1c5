"""Iterative deepening with alpha-beta, in the order that the last round has found.

Write the five functions below. It is iterative_deepening.py once more, with two things
that make its rounds shorter. Each round is an alpha-beta search: a window is handed on,
and cuts. And what a round has found the root's actions to be worth puts them in order
for the next round: where the best action comes first, the others are soon cut.

Ask `game.time_is_up()` at the beginning of each function but the search and in_order,
before anything else is asked about the state. Where it is up, `raise TimeIsUp`.

    order     the actions of the root, as this round goes through them. The first round
              takes them as the game gives them
    values    a dictionary: what each action of the root is worth, as this round finds
    depth     how many plies are left
    horizon   a list: add each state at which the search stops because no ply is left.
              Begin each round with an empty one; if it stays empty, the round has seen
              the game to its end, and to look further would find nothing new

What the `game` tells of a state:

    game.is_terminal(state)   True if the game is over there
    game.utility(state)       what MAX gets; ask it only where the game is over
    game.evaluate(state)      an estimate of what MAX gets, where no ply is left
    game.to_move(state)       whose turn it is: "max" or "min"; they take turns
    game.actions(state)       the legal actions, as a tuple
    game.result(state, a)     the state that action a leads to
    game.successors(state)    both at once: a tuple of pairs (action, state)

Below the root try the actions in the order in which the game gives them. Your rounds
are compared, visit by visit, with those that there is time for. Of the round in which
time is up it counts only that you leave it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # for your editor, which can then complete what you type
    from collections.abc import Sequence

    from autograder.game import Game, State


class TimeIsUp(Exception):
    """Raise it to leave a round in which time is up; the search catches it."""


def iterative_deepening_alpha_beta_search(game: Game, state: State) -> str:
    """The best action of the last round that was finished.

    The idea (AIMA, 4th edition, sections 5.2.4 and 5.3):

        the order is that of the game, and the best action is the first one
        for depth = 1, 2, 3, …:
            begin with an empty horizon, and with no values
            find the best action in this order, as far as depth plies show
            if time is up meanwhile: return the best action of the round before
            if the horizon is still empty: return the best action
            put the order right by the values of this round
    """
    raise NotImplementedError("rounds of depth 1, 2, 3, … until time is up")


def best_action(
    game: Game,
    state: State,
    order: Sequence[str],
    values: dict[str, float],
    depth: int,
    horizon: list[State],
) -> str:
    """The best action for the player to move, looking `depth` plies ahead.

    The idea:

        if time is up: raise TimeIsUp
        begin with the window from minus infinity to plus infinity, in each round
        for each action in this order:
            find the value of the state it leads to, for this window, with one ply less
            note it in values
            if it is better than the best so far, keep the action
            MAX raises alpha to the best value so far, MIN lowers beta to it
        return the action kept

    A value that only equals the best so far may be a bound: keep the action that came
    first in this order, whichever comes first in the game.
    """
    raise NotImplementedError("the best action, as far as one round looks")


def in_order(
    game: Game, state: State, order: Sequence[str], values: dict[str, float]
) -> list[str]:
    """The actions as the next round is to go through them.

    The best for the player to move comes first: for MAX the one with the largest value,
    for MIN the one with the smallest. Of actions that are worth the same, that comes
    first which came first in this round. What a cut has left is a bound, and takes its
    place by that number like any other.
    """
    raise NotImplementedError("the same actions, the best one first")


def max_value(
    game: Game,
    state: State,
    alpha: float,
    beta: float,
    depth: int,
    horizon: list[State],
) -> float:
    """The value, within the window, of a state in which MAX is to move.

    The idea (AIMA, 4th edition, Figure 5.7 and section 5.3):

        if time is up: raise TimeIsUp
        if the game is over, its utility is the value
        if no ply is left: add the state to the horizon, its estimate is the value
        v <- minus infinity
        for each successor:
            v <- the larger of v and the successor's min_value, for the same window,
                 with one ply less
            if v is at least beta: return v
            alpha <- the larger of alpha and v
        return v
    """
    raise NotImplementedError("largest successor value within the window")


def min_value(
    game: Game,
    state: State,
    alpha: float,
    beta: float,
    depth: int,
    horizon: list[State],
) -> float:
    """The value, within the window, of a state in which MIN is to move.

    The mirror image of max_value:

        if time is up: raise TimeIsUp
        if the game is over, its utility is the value
        if no ply is left: add the state to the horizon, its estimate is the value
        v <- plus infinity
        for each successor:
            v <- the smaller of v and the successor's max_value, for the same window,
                 with one ply less
            if v is at most alpha: return v
            beta <- the smaller of beta and v
        return v
    """
    raise NotImplementedError("smallest successor value within the window")
