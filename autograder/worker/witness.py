"""What a search hands on and what comes back, for a page that replays it.

This runs in the student's process, in a run of its own that earns nothing. What it
tells may be false, and is shown as the submission's own word.
"""

from __future__ import annotations

import math
import sys
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import wraps
from types import FrameType, FunctionType
from typing import Any

from autograder.game import State, View
from autograder.worker.submission import is_own
from autograder.worker.values import brief, payoffs

MOST = 1000  # calls that are told, and as many states
LETTERS = 16  # of what is no number
LARGEST = 2**64  # sys.maxsize is told, too
FIRST = ("game", "state")  # the arguments that every function takes
BOUNDS = (("alpha", "a", "α"), ("beta", "b", "β"))  # names of parameters
STACKS = ("stack", "fringe", "frontier", "openlist", "todo")  # whatever its case, too
DEEPEST, MOST_LYING = 200, 5_000  # entries of a stack, and of all that are told
BEST = ("best", "bestvalue", "bestval", "bestscore", "v")  # so far, whatever its case

Fetch = Callable[[State], View]
Called = Callable[..., object]
Told = int | float | str | list[int | float] | list[int] | None


class Witness:
    """Takes down the calls of a module's functions, and where states are asked about.

    `entries` are the functions of the search with their arguments behind game and
    state; what else the module defines is heard, too: a helper may do the work.
    """

    def __init__(self, folder: str, entries: Mapping[str, tuple[str, ...]]) -> None:
        self._folder = folder
        self._entries = entries
        self._files: dict[str, int] = {}
        self._calls: list[list[Told]] = []
        self._asked: dict[int, list[Told]] = {}
        self._lying = 0  # entries of the stacks that are told

    def told(self) -> dict[str, Any]:
        """All of it, as JSON takes it.

        A call is a row: whether the function is one of the search's own, the state's
        handle, α, β, the caller's v, file and line of the call, and what came back. A
        state that was asked about is a row of four: its handle, file and line, and the
        handles of the states on the code's own stack, from the bottom.
        """
        asked = [[handle, *told] for handle, told in self._asked.items()]
        return {"files": list(self._files), "calls": self._calls, "asked": asked}

    def watching(self, fetch: Fetch) -> Fetch:
        """A fetch of which it is taken down which line has asked."""

        def fetch_and_tell(state: State) -> View:
            if len(self._asked) < MOST:
                frame = self._own(sys._getframe(1))
                told = [*self._place(frame), self._stack(frame)]
                self._asked.setdefault(state._handle, told)
            return fetch(state)

        return fetch_and_tell

    @contextmanager
    def within(self, module: dict[str, object]) -> Iterator[None]:
        """Hear all calls of the module's functions while the context lasts."""
        before = {n: f for n, f in module.items() if self._is_heard(n, f)}
        module.update({n: self._heard(n, f) for n, f in before.items()})  # type: ignore[arg-type]
        try:
            yield
        finally:
            module.update(before)

    def _is_heard(self, name: str, value: object) -> bool:
        if type(value) is FunctionType:
            return value.__code__.co_filename.startswith(self._folder)
        return name in self._entries and callable(value)

    def _heard(self, name: str, function: Called) -> Called:
        parameters = self._parameters(name, function)

        @wraps(function)
        def call(*given: object, **named: object) -> object:
            arguments = dict(zip(parameters, given, strict=False)) | named
            row = self._begun(name in self._entries, arguments, sys._getframe(1))
            returned = function(*given, **named)
            row[-1] = came_back(returned)
            return returned

        return call

    def _parameters(self, name: str, function: Called) -> tuple[str, ...]:
        """The function's own names; those of the search are known by their place."""
        own: tuple[str, ...] = ()
        if type(function) is FunctionType:
            code = function.__code__
            own = code.co_varnames[: code.co_argcount]
        usual = (*FIRST, *self._entries[name]) if name in self._entries else ()
        return (*usual, *own[len(usual) :]) if len(own) >= len(usual) else usual

    def _begun(
        self,
        is_entry: bool,  # noqa: FBT001 - one field of the row
        arguments: dict[str, object],
        caller: FrameType,
    ) -> list[Told]:
        """The row of a call that begins; nobody reads it if no state was given."""
        states = [each for each in arguments.values() if type(each) is State]
        if not states or len(self._calls) >= MOST:
            return [None]
        lower = {name.lower(): name for name in reversed(arguments)}
        window = [
            next((plain(arguments[lower[n]]) for n in names if n in lower), None)
            for names in BOUNDS
        ]
        frame = self._own(caller)
        best = _best(caller) if frame is caller else None
        row = [
            is_entry,
            states[0]._handle,
            *window,
            best,
            *self._place(frame),
            None,
        ]
        self._calls.append(row)
        return row

    def _own(self, frame: FrameType | None) -> FrameType | None:
        """The nearest frame of the student's own."""
        while frame and not is_own(frame.f_code.co_filename, self._folder):
            frame = frame.f_back
        return frame

    def _stack(self, frame: FrameType | None) -> list[int] | None:
        """The states on the stack of the nearest function that has one, by handle."""
        while frame:
            named = {_plainly(name): value for name, value in frame.f_locals.items()}
            stacks = [named[n] for n in STACKS if type(named.get(n)) in (list, deque)]
            if stacks:
                return self._counted(_handles(stacks[0]))
            frame = self._own(frame.f_back)
        return None

    def _counted(self, stack: list[int] | None) -> list[int] | None:
        """The stack, unless enough of them has been told."""
        self._lying += len(stack or ())
        return stack if self._lying <= MOST_LYING else None

    def _place(self, frame: FrameType | None) -> list[Told]:
        """File, by its number, and line."""
        if frame is None:
            return [None, None]
        name = frame.f_code.co_filename[len(self._folder) :]
        file = name.replace("\\", "/").lstrip("/")[: LETTERS**2]
        return [self._files.setdefault(file, len(self._files)), frame.f_lineno]


def _best(frame: FrameType) -> Told:
    """The best value so far, where the code calls it by one of its usual names."""
    named = {_plainly(name): value for name, value in frame.f_locals.items()}
    found = [named[name] for name in BEST if type(named.get(name)) in (int, float)]
    return plain(found[0]) if found else None


def _plainly(name: str) -> str:
    return name.lower().replace("_", "")


def _handles(stack: Collection[object]) -> list[int] | None:
    """The handles of a stack's states, one an entry; None where it is too deep."""
    if len(stack) > DEEPEST:
        return None
    handles = [_handle_in(entry) for entry in stack]
    return None if None in handles else [each for each in handles if each is not None]


def _handle_in(entry: Any) -> int | None:
    """The handle of a state, or of the first one in a container or an object."""
    if type(entry) is State:
        return entry._handle
    held: Iterable[object] = ()
    if type(entry) is tuple or type(entry) is list:
        held = entry
    elif type(entry) is dict:
        held = entry.values()
    else:
        with suppress(AttributeError, TypeError):
            held = object.__getattribute__(entry, "__dict__").values()
    return next((each._handle for each in held if type(each) is State), None)


def plain(value: object) -> Told:
    """A number as it is, else a short text of it."""
    if type(value) is int and abs(value) <= LARGEST:
        return value
    if type(value) is float and not math.isnan(value):
        return value
    return brief(value).encode("ascii", "replace").decode()[:LETTERS]


def came_back(value: object) -> Told:
    """What was returned as it may be shown; of several players all payoffs."""
    holds_some = type(value) is tuple or type(value) is list
    numbers = payoffs(value) if holds_some else None
    return plain(value) if numbers is None else numbers
