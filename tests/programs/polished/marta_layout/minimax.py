"""Minimax without recursion: lay the tree out, then fold it from the back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


@dataclass
class _Entry:
    """A node of the layout; ``inputs`` collects the values of its children."""

    state: State
    maximizing: bool
    parent: int
    inputs: list[float] = field(default_factory=list)


def _layout(game: Game, root: State, maximizing: bool) -> list[_Entry]:
    """All nodes, each of them after its parent."""
    entries = [_Entry(root, maximizing, -1)]
    for index, entry in enumerate(entries):
        if not game.is_terminal(entry.state):
            entries += [
                _Entry(child, not entry.maximizing, index)
                for _, child in game.successors(entry.state)
            ]
    return entries


def _solve(game: Game, root: State, maximizing: bool) -> float:
    """Fold the layout from the last node to the first."""
    entries = _layout(game, root, maximizing)
    value = 0.0
    for entry in reversed(entries):
        if not entry.inputs:
            value = game.utility(entry.state)
        elif entry.maximizing:
            value = max(entry.inputs)
        else:
            value = min(entry.inputs)
        if entry.parent >= 0:
            entries[entry.parent].inputs.append(value)
    return value


def minimax_search(game: Game, state: State) -> str:
    """The first of the best actions."""
    maximizing = game.to_move(state) == "max"
    values = [_solve(game, s, not maximizing) for _, s in game.successors(state)]
    target = max(values) if maximizing else min(values)
    return game.actions(state)[values.index(target)]


def max_value(game: Game, state: State) -> float:
    """Value of a MAX state."""
    return _solve(game, state, True)


def min_value(game: Game, state: State) -> float:
    """Value of a MIN state."""
    return _solve(game, state, False)
