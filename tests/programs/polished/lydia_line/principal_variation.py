"""Principal variation: the search returns values with their lines of play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.game import Game, State


@dataclass(frozen=True)
class Line:
    """A line of best play and the value at its end."""

    value: float
    actions: list[str] = field(default_factory=list)

    def extended(self, action: str) -> Line:
        """The same line, with ``action`` played as well."""
        return Line(self.value, [*self.actions, action])


def _best_line(game: Game, state: State) -> Line:
    """The line that both players follow from ``state`` on."""
    if game.is_terminal(state):
        return Line(game.utility(state))
    lines = [
        _best_line(game, child).extended(action)
        for action, child in game.successors(state)
    ]
    choose = max if game.to_move(state) == "max" else min
    return choose(lines, key=lambda line: line.value)


def principal_variation(game: Game, state: State) -> list[str]:
    """The actions of best play from ``state`` to the end."""
    return _best_line(game, state).actions


def minimax(game: Game, state: State) -> float:
    """The minimax value of ``state``."""
    return _best_line(game, state).value
