"""What stands in for a function of the submission while the other is graded alone.

It asks the grader for the value that a correct function would return, and tells it
the window that it was called with. This runs in the student's process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import nan

from autograder.game import Number, State

NO_WINDOW = (nan, nan)


@dataclass(frozen=True, slots=True)
class StandIn:
    """Takes the place of the function `name`; `ask` is given a state and (α, β)."""

    name: str
    ask: Callable[[State, tuple[float, float]], Number]

    def __call__(
        self, _game: object, state: object, *rest: object, **named: object
    ) -> Number:
        """The value of a state; called as the function is, with a window or without."""
        if type(state) is not State:
            found = repr(state)[:60]
            raise TypeError(f"{self.name}: expected a state of the game, got {found}")
        window = (*rest, *[named[key] for key in ("alpha", "beta") if key in named])
        return self.ask(state, _window(window))

    @contextmanager
    def within(self, module: dict[str, object]) -> Iterator[None]:
        """Stand there while the context lasts, if there is such a function at all."""
        if self.name not in module:
            yield
            return
        original = module[self.name]
        module[self.name] = self
        try:
            yield
        finally:
            module[self.name] = original


def _window(given: tuple[object, ...]) -> tuple[float, float]:
    """(α, β) where two numbers were given, else twice NaN."""
    alpha, beta = given if len(given) == len(NO_WINDOW) else NO_WINDOW
    if type(alpha) not in (int, float) or type(beta) not in (int, float):
        return NO_WINDOW
    try:
        return float(alpha), float(beta)  # type: ignore[arg-type]
    except OverflowError:  # an integer beyond all floats
        return NO_WINDOW
