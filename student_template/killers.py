"""Alpha-beta that tries first what has cut at the same ply. Write three functions.

An action that led to a cut is likely to do so again, in another state of the same ply:
it is a killer. Tried first there, it saves the actions that would have come before it.

    ply       how many actions lead from the state in which the search began to this
              one: there it is 0, in the states that its actions lead to 1, and so on
    killers   a dictionary: of a ply, the action that cut there last. Your search
              function makes it, {}, for each search anew, and hands it on; every call
              of max_value and min_value gets the same one

An action goes by its name, and the same name may be legal in many states. The players
take turns, so at a ply it is always the same player who moves.

The `game` answers the same questions as in minimax.py:

    game.is_terminal(state)   True if the game is over there
    game.utility(state)       what MAX gets; ask it only where the game is over
    game.to_move(state)       whose turn it is: "max" or "min"
    game.actions(state)       the legal actions, as a tuple
    game.result(state, a)     the state that action a leads to
    game.successors(state)    both at once: a tuple of pairs (action, state)

The first question about a state visits it, and your visits are compared. To be given a
state by result or successors is no visit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # for your editor, which can then complete what you type
    from autograder.game import Game, State


def killers_search(game: Game, state: State) -> str:
    """The best action for the player to move, which may be MAX or MIN.

        make an empty dictionary of killers
        begin with the window from minus infinity to plus infinity
        for each action of the state, in the order of the game:
            find the value of the state it leads to, at ply 1, within the window
            if it is better than the best so far, keep the action
            MAX raises alpha to the best value so far, MIN lowers beta to it
        return the action kept

    A value that only equals the best so far may be a bound: keep the first action.
    """
    raise NotImplementedError("the best action")


def max_value(
    game: Game,
    state: State,
    alpha: float,
    beta: float,
    ply: int,
    killers: dict[Any, Any],
) -> float:
    """The value, within the window, of a state in which MAX is to move at this ply.

        if the game is over, its utility is the value
        the actions are those of the game, in its order; but if the killer of this ply
            is one of them, it comes first
        v <- minus infinity
        for each action, once:
            v <- the larger of v and the value of the state it leads to, for the same
                window, one ply further down
            if v is at least beta:
                this action is now the killer of this ply, in place of any other
                return v
            alpha <- the larger of alpha and v
        return v

    Where the killer itself cuts again, it stays the killer. Without a cut nothing is
    kept.
    """
    raise NotImplementedError("the killer of this ply first")


def min_value(
    game: Game,
    state: State,
    alpha: float,
    beta: float,
    ply: int,
    killers: dict[Any, Any],
) -> float:
    """The value, within the window, of a state in which MIN is to move at this ply.

    The mirror image of max_value; MIN's killers stand at MIN's plies:

        if the game is over, its utility is the value
        the killer of this ply first, if it is legal, then the others in their order
        v <- plus infinity
        for each action, once:
            v <- the smaller of v and the value of the state it leads to, for the same
                window, one ply further down
            if v is at most alpha:
                this action is now the killer of this ply, in place of any other
                return v
            beta <- the smaller of beta and v
        return v
    """
    raise NotImplementedError("the killer of this ply first")
