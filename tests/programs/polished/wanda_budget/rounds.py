"""Minimax over rounds: MAX moves, then every opponent replies."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from autograder.game import Game, State


class Mover(str, Enum):
    MAX = "max"
    MIN = "min"


class Node(NamedTuple):
    """A state together with the rounds that are left there."""

    state: State
    rounds: int


def _value(game: Game, node: Node) -> float:
    """The value of a node, whoever moves."""
    state, rounds = node
    match Mover(game.to_move(state)):
        case Mover.MAX:
            return max_value(game, state, rounds)
        case Mover.MIN:
            return min_value(game, state, rounds)


def rounds_search(game: Game, state: State, rounds: int) -> str:
    """Best action for MAX."""
    scores = {
        action: _value(game, Node(child, rounds))
        for action, child in game.successors(state)
    }
    return max(scores, key=lambda action: scores[action])


def max_value(game: Game, state: State, rounds: int) -> float:
    """Value of a state of MAX."""
    if game.is_terminal(state):
        return game.utility(state)
    if rounds <= 0:
        return game.evaluate(state)
    return max(_value(game, Node(child, rounds)) for _, child in game.successors(state))


def min_value(game: Game, state: State, rounds: int) -> float:
    """Value of a state of one of the opponents."""
    if game.is_terminal(state):
        return game.utility(state)
    replies = [Node(child, rounds - 1) for _, child in game.successors(state)]
    return min(_value(game, node) for node in replies)
