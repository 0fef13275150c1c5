"""Lets a search that comes back to a state ask about it again, and be seen to.

A state knows what it was told once. Where a search goes through the tree more than
once, as one does that looks deeper each time, each later call of one of its functions
about a state is another visit. This runs in the student's process.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache, wraps
from types import CodeType, FunctionType
from typing import Any

from autograder.game import Estimate, State, Value, View

WRAPPERS = (FunctionType, type(lru_cache(len)))  # others may pretend anything
MOST_WRAPPERS = 9  # around one function

Fetch = Callable[[State], View]


class Returning:
    """Sees a search come to states, by its `functions` and what else is recursive.

    A call that another function hands on about the same state is no second coming.
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
        before = {name: each for name, each in found.items() if callable(each)}
        module.update(
            {name: self._witnessed(name, each) for name, each in before.items()}
        )
        try:
            yield
        finally:
            module.update(before)

    def _witnessed(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def call(*given: object, **named: object) -> Any:
            arguments = (*given, *named.values())
            state = next((each for each in arguments if type(each) is State), None)
            if state is None:
                return function(*given, **named)
            under_way = self._under_way.setdefault(state._handle, [])
            if not under_way or name in under_way:
                self._come_to(state)
            under_way.append(name)
            try:
                return function(*given, **named)
            finally:
                under_way.remove(name)

        return call

    def _come_to(self, state: State) -> None:
        """Forget what a state was told, if it was told that in an earlier call.

        Whoever calls a function may have asked about the state just before.
        """
        if state._handle in self._asked_before:
            self._asked_before.discard(state._handle)
        else:
            state._view = None


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
