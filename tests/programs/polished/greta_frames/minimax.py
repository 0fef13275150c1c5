"""Iterative minimax: an explicit stack of frames replaces the recursion."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Optional

if TYPE_CHECKING:
    from autograder.game import Game, State


@dataclass
class Frame:
    """A node under examination."""

    state: State
    maximizing: bool
    best: float
    pending: Optional[Iterator[State]] = None

    def absorb(self, value: float) -> None:
        """Take the value of a finished child into account."""
        self.best = max(self.best, value) if self.maximizing else min(self.best, value)


def _frame(state: State, maximizing: bool) -> Frame:
    return Frame(state, maximizing, -math.inf if maximizing else math.inf)


def _run(game: Game, root: State, maximizing: bool) -> float:
    """Evaluate ``root`` without recursion."""
    stack = [_frame(root, maximizing)]
    result = math.nan
    while stack:
        top = stack[-1]
        if top.pending is None:
            if game.is_terminal(top.state):
                result = game.utility(top.state)
                stack.pop()
                if stack:
                    stack[-1].absorb(result)
                continue
            top.pending = iter([child for _, child in game.successors(top.state)])
        child = next(top.pending, None)
        if child is not None:
            stack.append(_frame(child, not top.maximizing))
            continue
        stack.pop()
        result = top.best
        if stack:
            stack[-1].best = top.best
    return result


def minimax_search(game: Game, state: State) -> str:
    """Best action for the player to move."""
    maximizing = game.to_move(state) == "max"
    scored = [
        (action, _run(game, child, not maximizing))
        for action, child in game.successors(state)
    ]
    select = max if maximizing else min
    return select(scored, key=lambda pair: pair[1])[0]


def max_value(game: Game, state: State) -> float:
    """Value of a state where MAX moves."""
    return _run(game, state, True)


def min_value(game: Game, state: State) -> float:
    """Value of a state where MIN moves."""
    return _run(game, state, False)
