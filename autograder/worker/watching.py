"""What stands in a student's module beside a search, or in place of a function.

A `StandIn` asks the grader for the value that a correct function would return, and
tells it the window that it was called with, so that the other is graded alone.
`Frames` and `Witness` earn nothing and have a run of their own. `Returning` and
`Ordering` decide what may be asked: who lies to them has no more than who does not.
What any of them tells may be false, and is shown as the submission's own word.
"""

from __future__ import annotations

import inspect
import math
import sys
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache, partial, wraps
from itertools import islice
from math import nan
from types import CodeType, FrameType, FunctionType
from typing import Any

from autograder.adapters import Position
from autograder.game import Estimate, Fetch, State, Value, View
from autograder.worker.protocol import is_own
from autograder.worker.values import IN_ORDER, TEXT, brief, is_of, payoffs

Called = Callable[..., Any]


@contextmanager
def _standing(module: dict[str, object], others: dict[str, Called]) -> Iterator[None]:
    """Let these stand in a module, in place of its own, while the context lasts."""
    before = {name: module[name] for name in others}
    module.update(others)
    try:
        yield
    finally:
        module.update(before)


def _state_among(given: Iterable[object]) -> State | None:
    """The first state of a call's arguments, or of a course's game over ours."""
    held = (each.state if isinstance(each, Position) else each for each in given)
    return next((each for each in held if type(each) is State), None)


MOST_COUNTED = 100  # states of which the frames are told
NAMED = 20  # frames that are told by name, the outermost


class Frames:
    """Counts the frames of the files in a folder, whatever else is between them.

    What Python's own modules have there is not counted: `max` calls a key, too.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._depths: list[int] = []
        self._names: list[str] = []

    def as_json(self) -> dict[str, Any]:
        """The number at each state, and whose frames they were at the last of these."""
        return {"depths": self._depths, "names": self._names}

    def watching(self, fetch: Fetch) -> Fetch:
        """A fetch for which the frames are counted."""

        def fetch_and_count(state: State) -> View:
            if len(self._depths) < MOST_COUNTED:
                names = self._own(sys._getframe(1))
                self._depths.append(len(names))
                self._names = names[:NAMED]
            return fetch(state)

        return fetch_and_count

    def _own(self, frame: FrameType | None) -> list[str]:
        """The names of the functions under way, the outermost first."""
        names = []
        while frame:
            code = frame.f_code
            if is_own(code.co_filename, self._folder):
                names.append(code.co_name[:TEXT])
            frame = frame.f_back
        return names[::-1]


MOST = 1000  # calls that are told, and as many states
LETTERS = 16  # of what is no number
LARGEST = 2**64  # sys.maxsize is told, too
FIRST = ("game", "state")  # the arguments that every function takes
BOUNDS = (("alpha", "a", "α"), ("beta", "b", "β"))  # names of parameters
STACKS = ("stack", "fringe", "frontier", "openlist", "todo")  # whatever its case, too
DEEPEST, MOST_LYING = 200, 5_000  # entries of a stack, and of all that are told
BEST = ("best", "bestvalue", "bestval", "bestscore", "v")  # so far, whatever its case

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

    def as_json(self) -> dict[str, Any]:
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
        """Hear all calls of the module's functions while the context lasts.

        Of a course's module all calls of what students hand in: methods, too.
        """
        if not is_own(str(module.get("__file__", self._folder)), self._folder):
            under_way: list[list[Told]] = []
            sys.setprofile(partial(self._pass, under_way))
            try:
                yield
            finally:
                sys.setprofile(None)
            return
        heard: dict[str, Called] = {}
        for name, value in [*module.items()]:
            if type(value) is FunctionType:
                if value.__code__.co_filename.startswith(self._folder):
                    heard[name] = self._heard(name, value)
            elif name in self._entries and callable(value):
                heard[name] = self._heard(name, value)
        with _standing(module, heard):
            yield

    def _pass(
        self, under_way: list[list[Told]], frame: FrameType, event: str, came: object
    ) -> None:
        """Take down a call that begins, and what comes back from the last of these."""
        code = frame.f_code
        if event == "call" and is_own(code.co_filename, self._folder):
            names = code.co_varnames[: code.co_argcount]
            given = {n: frame.f_locals[n] for n in names if n in frame.f_locals}
            under_way.append(self._begun(given, frame.f_back or frame, is_entry=False))
        elif event == "return" and is_own(code.co_filename, self._folder):
            under_way.pop()[-1] = came_back(came)

    def _heard(self, name: str, function: Called) -> Called:
        parameters = self._parameters(name, function)

        @wraps(function)
        def call(*given: object, **named: object) -> object:
            arguments = dict(zip(parameters, given, strict=False)) | named
            caller, is_entry = sys._getframe(1), name in self._entries
            row = self._begun(arguments, caller, is_entry=is_entry)
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
        self, arguments: dict[str, object], caller: FrameType, *, is_entry: bool
    ) -> list[Told]:
        """The row of a call that begins; nobody reads it if no state was given."""
        state = _state_among(arguments.values())
        if state is None or len(self._calls) >= MOST:
            return [None]
        lower = {name.lower(): name for name in reversed(arguments)}
        window = [
            next((plain(arguments[lower[n]]) for n in names if n in lower), None)
            for names in BOUNDS
        ]
        frame = self._own(caller)
        best: Told = None
        if frame is caller:
            named = _plainly_named(frame)
            found = [named[n] for n in BEST if type(named.get(n)) in (int, float)]
            best = plain(found[0]) if found else None
        row = [is_entry, state._handle, *window, best, *self._place(frame), None]
        self._calls.append(row)
        return row

    def _own(self, frame: FrameType | None) -> FrameType | None:
        """The nearest frame of the student's own."""
        while frame and not is_own(frame.f_code.co_filename, self._folder):
            frame = frame.f_back
        return frame

    def _stack(self, frame: FrameType | None) -> list[int] | None:
        """The states on the stack of the nearest function that has one, by handle.

        None, too, where enough of them has been told.
        """
        while frame:
            named = _plainly_named(frame)
            stacks = [named[n] for n in STACKS if type(named.get(n)) in (list, deque)]
            if stacks:
                handles = _handles(stacks[0])
                self._lying += len(handles or ())
                return handles if self._lying <= MOST_LYING else None
            frame = self._own(frame.f_back)
        return None

    def _place(self, frame: FrameType | None) -> list[Told]:
        """File, by its number, and line."""
        if frame is None:
            return [None, None]
        name = frame.f_code.co_filename[len(self._folder) :]
        file = name.replace("\\", "/").lstrip("/")[: LETTERS**2]
        return [self._files.setdefault(file, len(self._files)), frame.f_lineno]


def _plainly_named(frame: FrameType) -> dict[str, Any]:
    """The variables of a frame, whatever the case of their names."""
    variables = frame.f_locals.items()
    return {name.lower().replace("_", ""): value for name, value in variables}


def _handles(stack: Collection[object]) -> list[int] | None:
    """The handles of a stack's states, one an entry; None where it is too deep."""
    if len(stack) > DEEPEST:
        return None
    handles = [_handle_in(entry) for entry in stack]
    return None if None in handles else [each for each in handles if each is not None]


def _handle_in(entry: Any) -> int | None:
    """The handle of a state, or of the first one in a container or an object."""
    held: Iterable[object] = ()
    if type(entry) is State:
        held = (entry,)
    elif type(entry) is tuple or type(entry) is list:
        held = entry
    elif type(entry) is dict:
        held = entry.values()
    else:
        with suppress(AttributeError, TypeError):
            held = object.__getattribute__(entry, "__dict__").values()
    state = _state_among(held)
    return None if state is None else state._handle


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


WRAPPERS = (FunctionType, type(lru_cache(len)))  # others may pretend anything
MOST_WRAPPERS = 9  # around one function


class Returning:
    """Lets a search that comes back to a state ask about it again, and be seen to.

    A state knows what it was told once. Where a search goes through the tree more than
    once, each later call about a state is another visit: of one of the `functions`, or
    of what else is recursive. A call that another function hands on about the same
    state is no second coming.
    """

    def __init__(self, functions: Collection[str]) -> None:
        self._functions = functions
        self._under_way: dict[int, list[str]] = {}
        self._asked_before: set[int] = set()  # and not come to since

    def reset(self) -> None:
        """Begin anew, in a game in which nothing was asked yet."""
        self._under_way.clear()
        self._asked_before.clear()

    def watching(self, fetch: Fetch) -> Fetch:
        """A fetch of which it is seen whether a call about the state is under way."""

        def fetch_and_note(state: State) -> View:
            if not self._under_way.get(state._handle):
                self._asked_before.add(state._handle)
            return fetch(state)

        return fetch_and_note

    def looking(self, fetch: Fetch, estimate: Estimate) -> Estimate:
        """An estimate that visits the state first: else it would be told but once."""

        def look_and_estimate(state: State) -> Value | None:
            if state._view is None:
                state._view = fetch(state)
            return estimate(state)

        return look_and_estimate

    @contextmanager
    def within(self, module: dict[str, object]) -> Iterator[None]:
        """See all calls of the functions while the context lasts."""
        names = {*self._functions, *recursive(module)} & module.keys()
        found = {name: module[name] for name in names}
        seen = {
            n: self._witnessed(n, each) for n, each in found.items() if callable(each)
        }
        with _standing(module, seen):
            yield

    def _witnessed(self, name: str, function: Called) -> Called:
        @wraps(function)
        def call(*given: object, **named: object) -> Any:
            state = _state_among((*given, *named.values()))
            if state is None:
                return function(*given, **named)
            under_way = self._under_way.setdefault(state._handle, [])
            if under_way and name not in under_way:
                pass
            elif state._handle in self._asked_before:  # just before it was called
                self._asked_before.discard(state._handle)
            else:  # what it was told in an earlier call is forgotten
                state._view = None
            under_way.append(name)
            try:
                return function(*given, **named)
            finally:
                under_way.remove(name)

        return call


def recursive(module: Mapping[str, object]) -> frozenset[str]:
    """The names of a module's functions that call themselves, by way of others too."""
    originals = {name: _original(found) for name, found in module.items()}
    calls = {
        name: originals.keys() & _names(function.__code__)
        for name, function in originals.items()
        if type(function) is FunctionType
    }
    return frozenset(name for name in calls if name in _reached(calls, name))


def _original(function: object) -> object:
    """The function that decorators have wrapped, as far as they say so."""
    for _ in range(MOST_WRAPPERS):
        if type(function) not in WRAPPERS or "__wrapped__" not in vars(function):
            break
        function = vars(function)["__wrapped__"]
    return function


def _names(code: CodeType) -> set[str]:
    """All names that a function uses, those of functions within it too."""
    inner = (each for each in code.co_consts if type(each) is CodeType)
    return {*code.co_names}.union(*map(_names, inner))


def _reached(calls: Mapping[str, Collection[str]], name: str) -> set[str]:
    """The functions that come to be called by one."""
    found: set[str] = set()
    waiting = [*calls[name]]
    while waiting:
        following = waiting.pop()
        if following not in found:
            found.add(following)
            waiting += calls.get(following, ())
    return found


MOST_READ = 1000  # actions of an iterator that are looked at
MOST_TOLD = 20  # actions that are told
NO_ORDER = "set"


class Ordering:
    """Stands around the `function` that orders actions, whose children `peek` tells.

    While it runs, the children of the state that is being ordered can be estimated
    without a visit. `misordered` is the first call that did not return its actions,
    each once; None where there was none.
    """

    def __init__(self, function: str, peek: Estimate | None) -> None:
        self._function = function
        self._peek = peek
        self._under_way: list[State] = []
        self.misordered: dict[str, Any] | None = None

    def reset(self) -> None:
        """Begin anew."""
        self._under_way.clear()
        self.misordered = None

    def looking(self, estimate: Estimate) -> Estimate:
        """An estimate that is a peek at a child of the state that is being ordered."""
        peek = self._peek
        if peek is None:
            return estimate

        def peek_or_estimate(state: State) -> Value | None:
            view = self._under_way[-1]._view if self._under_way else None
            below = () if view is None else view.successors
            is_child = any(child._handle == state._handle for _, child in below)
            return peek(state) if is_child else estimate(state)

        return peek_or_estimate

    @contextmanager
    def within(self, module: dict[str, object]) -> Iterator[None]:
        """See all calls of the function while the context lasts."""
        before = module.get(self._function)
        watched = {self._function: self._watched(before)} if callable(before) else {}
        with _standing(module, watched):
            yield

    def _watched(self, function: Called) -> Called:
        @wraps(function)
        def call(*given: object, **named: object) -> Any:
            arguments = (*given, *named.values())
            state = _state_among(arguments)
            if state is None:
                return function(*given, **named)
            self._under_way.append(state)
            try:
                returned, order = _read(function(*given, **named))
            finally:
                self._under_way.pop()
            if self.misordered is None:
                wrong = _wrong(state, arguments, returned, order)
                self.misordered = wrong and {"state": state._handle, **wrong}
            return returned

        return call


def _read(returned: Any) -> tuple[Any, list[Any] | None]:
    """What the search is given, and what comes in which order, if that can be told.

    An iterator is read at once, so that it peeks while it may. A container of a
    student's own class is read by the search alone: its cuts tell how good it is.
    """
    if hasattr(returned, "__next__"):
        items = [*islice(returned, MOST_READ)]
        return iter(items), items
    is_known = any(type(returned) is type_ for type_ in (*IN_ORDER, str))
    return returned, [*islice(returned, MOST_READ)] if is_known else None


def _wrong(
    state: State, arguments: tuple[object, ...], returned: Any, order: list[Any] | None
) -> dict[str, Any] | None:
    """What of the actions is missing, there twice, or none of them; None if nothing."""
    if is_of(returned, (set, frozenset)):
        return {"returned": NO_ORDER}
    if order is None:
        type_ = type(returned)
        is_own = hasattr(type_, "__iter__") or hasattr(type_, "__getitem__")
        return None if is_own else {"returned": brief(type_.__name__)}
    lists = (a for a in arguments if any(type(a) is t for t in (list, tuple, deque)))
    below = () if state._view is None else state._view.successors
    given: Any = next(lists, tuple(action for action, _ in below))
    wanted, got = (
        Counter([each for each in actions if type(each) is str])
        for actions in (given, order)
    )
    odd = [brief(each) for each in order if type(each) is not str]
    if not odd and wanted == got:
        return None
    if type(returned) is str:
        return {"returned": "str"}
    lost = {
        "missing": [*(wanted - got)],
        "twice": [each for each in got - wanted if each in wanted],
        "others": [*odd, *(each for each in got if each not in wanted)],
    }
    return {key: [*map(brief, each[:MOST_TOLD])] for key, each in lost.items()}


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
