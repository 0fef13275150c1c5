"""Iterative deepening: look one ply ahead, then two, three, … until time is up.

Write the four functions below. How far a search can look in its time nobody knows
beforehand. So it looks one ply ahead, and has an answer; then, round after round, one
ply further, for as long as there is time. A ply is one move of a player.

What counts as time here is the number of visits, of states met again too. The first
question about a state visits it. Ask `game.time_is_up()` before that, at the beginning
of each function but the search. Where it is up, `raise TimeIsUp`: that leaves the round
from however deep it is, and the search returns what the round before has found.

    depth     how many plies are left
    horizon   a list: add each state at which the search stops because no ply is left.
              Begin each round with an empty one; if it stays empty, the round has seen
              the game to its end, and to look further would find nothing new

What the `game` tells of a state:

    game.is_terminal(state)   True if the game is over there
    game.utility(state)       what MAX gets; ask it only where the game is over
    game.evaluate(state)      an estimate of what MAX gets, where no ply is left
    game.to_move(state)       whose turn it is: "max" or "min"
    game.actions(state)       the legal actions, as a tuple
    game.result(state, a)     the state that action a leads to
    game.successors(state)    both at once: a tuple of pairs (action, state)

Try the actions in the order in which the game gives them. Your rounds are compared,
visit by visit, with those that there is time for. Of the round in which time is up it
counts only that you leave it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # for your editor, which can then complete what you type
    from autograder.game import Game, State


class TimeIsUp(Exception):
    """Raise it to leave a round in which time is up; the search catches it."""


def iterative_deepening_search(game: Game, state: State) -> str:
    """The best action of the last round that was finished.

    The idea (AIMA, 4th edition, sections 3.4.4 and 5.3):

        the best action is the first one, until a round has found a better one
        for depth = 1, 2, 3, …:
            begin with an empty horizon
            find the best action as far as depth plies show
            if time is up meanwhile: return the best action of the round before
            if the horizon is still empty: return the best action
    """
    raise NotImplementedError("rounds of depth 1, 2, 3, … until time is up")


def best_action(game: Game, state: State, depth: int, horizon: list[State]) -> str:
    """The best action for the player to move, looking `depth` plies ahead.

    The idea:

        if time is up: raise TimeIsUp
        for each action of the state:
            find the value of the state it leads to, with one ply less
        MAX returns the action with the largest value, MIN the one with the smallest
        among equals, any of them
    """
    raise NotImplementedError("the best action, as far as one round looks")


def max_value(game: Game, state: State, depth: int, horizon: list[State]) -> float:
    """The value of a state in which MAX is to move, with `depth` plies left.

    The idea (AIMA, 4th edition, section 5.3):

        if time is up: raise TimeIsUp
        if the game is over, its utility is the value
        if no ply is left: add the state to the horizon, its estimate is the value
        v <- minus infinity
        for each successor:
            v <- the larger of v and the successor's min_value, with one ply less
        return v
    """
    raise NotImplementedError("largest successor value, or an estimate")


def min_value(game: Game, state: State, depth: int, horizon: list[State]) -> float:
    """The value of a state in which MIN is to move, with `depth` plies left.

    The mirror image of max_value:

        if time is up: raise TimeIsUp
        if the game is over, its utility is the value
        if no ply is left: add the state to the horizon, its estimate is the value
        v <- plus infinity
        for each successor:
            v <- the smaller of v and the successor's max_value, with one ply less
        return v
    """
    raise NotImplementedError("smallest successor value, or an estimate")
