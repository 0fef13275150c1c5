"""What stands in for a function of the submission while the other is graded alone.

It asks the grader for the value that a correct function would return, and tells it
the window that it was called with. This runs in the student's process.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import nan
from typing import Any

from autograder.game import State, Value

NO_WINDOW = (nan, nan)
FIRST = ("game", "state")  # the arguments that every function takes
WINDOW = ("alpha", "beta")
PLAYERS = ("player", "viewpoint")  # of which a function has one at most
COLOR, OF_COLOR = "color", {"1": "max", "-1": "min", "1.0": "max", "-1.0": "min"}

PLAIN = (bool, dict, float, int, list, str, tuple, type(None))
OWN = "the call began in this state, and is to find its value"

Ask = Callable[[State, tuple[float, float], object], Value | None]


class StandIn:
    """Takes the place of the function `name`; `ask` is given a state, (α, β), a player.

    The call began in the state `start`, whose value nobody tells. Where it is a call of
    this very function, that goes on in its own way there, as often as it comes back.
    It is called as the function is, by place or by the function's own names, and has
    the attributes that the function was given. `arguments` are those behind game and
    state, in order.
    """

    def __init__(
        self,
        name: str,
        arguments: tuple[str, ...],
        ask: Ask,
        start: State | None = None,
        *,
        is_called: bool = False,
    ) -> None:
        self.name = name
        self._start = start
        self._is_called = is_called
        self._names = (*FIRST, *arguments)
        self._ask = ask
        self._original: object = None

    def __call__(self, *given: object, **named: object) -> Value:
        """The value of a state; TypeError if there is none among the arguments.

        ValueError if the state lies where nobody knows a value any more, or where the
        call began.
        """
        arguments = self._in_order(given, named)
        state = arguments[1] if len(arguments) > 1 else None
        if type(state) is not State:
            plain = type(state) in PLAIN  # the text of others may be an address
            found = repr(state)[:60] if plain else f"a {type(state).__name__}"
            raise TypeError(f"{self.name}: expected a state of the game, got {found}")
        if state is self._start and self._is_called and callable(self._original):
            own: Value = self._original(*given, **named)
            return own
        value = self._ask(state, *self._window_and_player(arguments))
        if value is None:
            why = OWN if state is self._start else "the search goes too deep"
            raise ValueError(f"{self.name}({state}): {why}")
        return value

    def __repr__(self) -> str:
        return self.name

    def __getattr__(self, name: str) -> object:
        if name == "_original":  # of a copy that is under way
            raise AttributeError(name)
        return getattr(self._original, name)

    def _in_order(
        self, given: tuple[object, ...], named: dict[str, object]
    ) -> tuple[object, ...]:
        """The arguments in the order in which the function itself takes them."""
        if callable(self._original) and named:
            try:
                bound = inspect.signature(self._original).bind(*given, **named)
            except (TypeError, ValueError):  # not its arguments, or none to be read
                pass
            else:
                given, named = bound.args, bound.kwargs
        places = {name: place for place, name in enumerate(self._names)}
        left = sorted(named, key=lambda name: places.get(name, len(places)))
        return (*given, *[named[name] for name in left])

    def _window_and_player(
        self, arguments: tuple[object, ...]
    ) -> tuple[tuple[float, float], object]:
        """(α, β), twice NaN without two numbers; the player or viewpoint, if given."""
        if len(arguments) != len(self._names):
            return NO_WINDOW, None
        given: dict[str, Any] = dict(zip(self._names, arguments, strict=True))
        window = NO_WINDOW
        alpha: Any = given.get(WINDOW[0])
        beta: Any = given.get(WINDOW[1])
        if type(alpha) in (int, float) and type(beta) in (int, float):
            with suppress(OverflowError):  # an integer beyond all floats
                window = float(alpha), float(beta)
        if COLOR in given:
            return window, OF_COLOR.get(str(given[COLOR]))
        return window, next((given[name] for name in PLAYERS if name in given), None)

    @contextmanager
    def within(self, module: dict[str, object]) -> Iterator[None]:
        """Stand there while the context lasts, even where there is no such function."""
        self._original = module.get(self.name)
        module[self.name] = self
        try:
            yield
        finally:
            if self._original is None:
                module.pop(self.name, None)
            else:
                module[self.name] = self._original
