"""A game that is written as a 7-tuple, read as the six functions that are walked.

The tuple is that of Greenwald's lecture at Brown: players, states, initial state,
actions, transition, terminal states, payoffs. What is asked of a state may be a mapping
or a function.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

from autograder.worker.submission import find
from autograder.worker.values import in_order

GAME = "game"  # the function that returns the tuple
PARTS = (
    *("players", "states", "initial", "actions"),
    *("transition", "terminals", "payoffs"),
)
PAYOFF = {"max": 0, "min": 1}  # which of a pair is whose
EXPECTED = f"game returns a tuple of {len(PARTS)} parts, found {{}}"


class _Seven:
    """The tuple, which is asked for once, and the functions that read it."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module
        self._parts: tuple[Any, ...] = ()

    def initial_state(self) -> Any:
        return self._part("initial")

    def to_move(self, state: Any) -> Any:
        return _asked(self._part("players"), state)

    def actions(self, state: Any) -> Any:
        return [] if self.is_terminal(state) else _asked(self._part("actions"), state)

    def result(self, state: Any, action: Any) -> Any:
        transition = self._part("transition")
        is_function = callable(transition)
        return transition(state, action) if is_function else transition[state, action]

    def is_terminal(self, state: Any) -> Any:
        terminals = self._part("terminals")
        return terminals(state) if callable(terminals) else state in terminals

    def utility(self, state: Any, player: str) -> Any:
        return _asked(self._part("payoffs"), state)[PAYOFF[player]]

    def states(self) -> Any:
        return self._part("states")

    def _part(self, name: str) -> Any:
        """One of the seven; TypeError where `game` returns something else."""
        if not self._parts:
            found = find(self._module, GAME)()
            found = found if type(found) is dict else in_order(found)
            if type(found) is not list and type(found) is not tuple:
                raise TypeError(EXPECTED.format(type(found).__name__))
            if len(found) != len(PARTS):
                raise TypeError(EXPECTED.format(len(found)))
            self._parts = tuple(map(_kept, found))
        return self._parts[PARTS.index(name)]


def as_functions(module: ModuleType) -> ModuleType:
    """A module with the six functions of the tuple's game, and its `states`.

    Each raises what the module's own `game` raises, and TypeError where that returns
    something else than seven things.
    """
    seven, game = _Seven(module), ModuleType(module.__name__)
    names = [name for name in vars(_Seven) if not name.startswith("_")]
    vars(game).update({name: getattr(seven, name) for name in names})
    return game


def _kept(part: Any) -> Any:
    """A part that can be read more than once."""
    return [*part] if hasattr(type(part), "__next__") else part


def _asked(part: Any, state: Any) -> Any:
    return part(state) if callable(part) else part[state]
