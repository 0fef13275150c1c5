"""What stands in for a function of the submission while the other is graded alone.

It asks the grader for the value that a correct function would return, and tells it
the window that it was called with. This runs in the student's process.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import nan

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
        value = self._ask(state, self._window(arguments), self._player(arguments))
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

    def _player(self, arguments: tuple[object, ...]) -> object:
        """Whoever was given as the player, or as the viewpoint; None for nobody."""
        if len(arguments) != len(self._names):
            return None
        given = dict(zip(self._names, arguments, strict=True))
        if COLOR in given:
            return OF_COLOR.get(str(given[COLOR]))
        return next((given[name] for name in PLAYERS if name in given), None)

    def _window(self, arguments: tuple[object, ...]) -> tuple[float, float]:
        """(α, β) where two numbers were given, else twice NaN."""
        if len(arguments) != len(self._names) or not set(WINDOW) <= set(self._names):
            return NO_WINDOW
        alpha, beta = (arguments[self._names.index(name)] for name in WINDOW)
        if type(alpha) not in (int, float) or type(beta) not in (int, float):
            return NO_WINDOW
        try:
            return float(alpha), float(beta)  # type: ignore[arg-type]
        except OverflowError:  # an integer beyond all floats
            return NO_WINDOW

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
