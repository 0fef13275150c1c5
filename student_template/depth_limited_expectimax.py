"""Depth-limited expectimax: look a few moves ahead, then estimate.

Write the three functions below. Games with chance are too large to be searched to
their end, as others are. The search looks `depth` plies ahead and takes an estimate
where it stops. A ply is one move of MAX's. What chance does is no ply: it is nobody's
move, and a chance node hands on the depth that it was given.

You are given a `game` and a `state`, one position of it. All that you want to know
about the position you ask the game:

    game.is_terminal(state)   True if the game is over there
    game.utility(state)       what MAX gets; ask it only where the game is over
    game.to_move(state)       whose turn it is: "max" or "chance"
    game.actions(state)       the legal actions, as a tuple
    game.result(state, a)     the state that action a leads to
    game.successors(state)    both at once: a tuple of pairs (action, state)
    game.outcomes(state)      where chance moves: a tuple of pairs (probability, state)
    game.evaluate(state)      an estimate of what the state is worth to MAX

The state at which no ply is left may be MAX's or a chance node: wherever it is, the
search stops there and takes the estimate. Each state beyond it that you ask about is
a visit too many. Where the game is over, its utility is known, and nothing to estimate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # for your editor, which can then complete what you type
    from autograder.game import Game, State


def depth_limited_expectimax_search(game: Game, state: State, depth: int) -> str:
    """The best action of MAX, as far as `depth` plies show; depth is at least 1.

    The idea:

        for each action of the state:
            find the value of the state it leads to, with one ply less
        return the action with the largest value, among equals any
    """
    raise NotImplementedError("the best action")


def max_value(game: Game, state: State, depth: int) -> float:
    """The value of a state in which MAX is to move, with `depth` plies left.

    The idea (CS 188, Berkeley; the cutoff as in AIMA, 4th edition, section 5.3):

        if the game is over, its utility is the value
        if no ply is left, the estimate of the state is the value
        v <- minus infinity
        for each successor:
            v <- the larger of v and the successor's value, with one ply less
        return v
    """
    raise NotImplementedError("largest successor value, or an estimate")


def exp_value(game: Game, state: State, depth: int) -> float:
    """The value of a state in which chance moves, with `depth` plies left.

    The idea:

        if the game is over, its utility is the value
        if no ply is left, the estimate of the state is the value
        v <- 0
        for each outcome:
            add to v the outcome's value, with as many plies left,
            multiplied by its probability
        return v
    """
    raise NotImplementedError("mean value of the outcomes, or an estimate")
