"""Alpha-beta with a table of the positions that were searched. Write three functions.

The same position can be reached in several ways. What was found of it the first time
is kept in a table, and looked up when it is met again, so that nothing below it needs
to be searched twice:

    table     a dictionary; your search function makes it, {}, for each search anew, and
              hands it on; every call of max_value and min_value gets the same one

States of the same position are equal, so `table[state]` finds what was kept of any of
them, though they print as B and B#2.

A state that was left because of alpha or beta has no exact value yet: what came back is
a bound. Keep with each value which of three it is:

    exact     the value itself
    lower     the state is worth at least that
    upper     the state is worth at most that

The `game` answers the same questions as in minimax.py:

    game.is_terminal(state)   True if the game is over there
    game.utility(state)       what MAX gets; ask it only where the game is over
    game.to_move(state)       whose turn it is: "max" or "min"; they take turns
    game.actions(state)       the legal actions, as a tuple
    game.result(state, a)     the state that action a leads to
    game.successors(state)    both at once: a tuple of pairs (action, state)

The first question about a state visits it, and your visits are compared. To be given a
state by result or successors, and to look it up in the table, is no visit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # for your editor, which can then complete what you type
    from autograder.game import Game, State


def transpositions_search(game: Game, state: State) -> str:
    """The best action for the player to move, which may be MAX or MIN.

        make an empty table
        begin with the window from minus infinity to plus infinity
        for each action of the state:
            find the value of the state it leads to, within the window, with the table
            if it is better than the best so far, keep the action
            MAX raises alpha to the best value so far, MIN lowers beta to it
        return the action kept

    A value that only equals the best so far may be a bound: keep the first action.
    """
    raise NotImplementedError("the best action")


def max_value(
    game: Game, state: State, alpha: float, beta: float, table: dict[Any, Any]
) -> float:
    """The value, within the window, of a state in which MAX is to move.

    Look it up before you ask the game anything about the state:

        if the table has the state, with v:
            if v is exact: return v
            if v is a lower bound, and at least beta: return v
            if v is an upper bound, and at most alpha: return v
            else go on as if nothing were known, in the same window
        if the game is over, its utility is the value; it is not kept
        v <- minus infinity
        for each successor:
            v <- the larger of v and the successor's value, for the same window
            if v is at least beta: leave the loop
            alpha <- the larger of alpha and v
        keep v in the table, by the alpha and beta with which this call began:
            as an upper bound if v is at most alpha
            as a lower bound if v is at least beta
            else as exact
        return v
    """
    raise NotImplementedError("look the state up first")


def min_value(
    game: Game, state: State, alpha: float, beta: float, table: dict[Any, Any]
) -> float:
    """The value, within the window, of a state in which MIN is to move.

    The mirror image of max_value. What is kept, and when it answers, is the same:

        look the state up, and return what is enough
        if the game is over, its utility is the value; it is not kept
        v <- plus infinity
        for each successor:
            v <- the smaller of v and the successor's value, for the same window
            if v is at most alpha: leave the loop
            beta <- the smaller of beta and v
        keep v in the table, by the alpha and beta with which this call began
        return v
    """
    raise NotImplementedError("look the state up first")
