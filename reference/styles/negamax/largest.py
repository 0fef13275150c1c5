"""All values are found before the largest is taken; a sign says whose a child's is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


def negamax_search(game: Game, state: State) -> str | None:
    """The first best action of the player to move; None where the game is over."""
    action, _ = max(
        game.successors(state),
        key=lambda successor: for_mover(game, state, successor[1]),
        default=(None, state),
    )
    return action


def negamax(game: Game, state: State) -> float:
    """What `state` is worth to the player who is to move there."""
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state))
    return max(for_mover(game, state, child) for _, child in game.successors(state))


def for_mover(game: Game, state: State, child: State) -> float:
    """What a child is worth to the player who moves in `state`."""
    sign = 1 if game.to_move(child) == game.to_move(state) else -1
    return sign * negamax(game, child)
