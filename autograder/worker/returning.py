"""Lets a search that comes back to a state ask about it again, and be seen to.

A state knows what it was told once. Where a search goes through the tree more than
once, as one does that looks deeper each time, each later call of one of its functions
about a state is another visit. This runs in the student's process.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from autograder.game import State, View

Fetch = Callable[[State], View]


class Returning:
    """Counts by state how often the `functions` were called, and how often it asked."""

    def __init__(self, functions: Collection[str]) -> None:
        self._functions = functions
        self._called: Counter[int] = Counter()
        self._asked: Counter[int] = Counter()

    def watching(self, fetch: Fetch) -> Fetch:
        """The same, but it is counted."""

        def fetch_and_count(state: State) -> View:
            self._asked[state._handle] += 1
            return fetch(state)

        return fetch_and_count

    @contextmanager
    def within(self, module: dict[str, object]) -> Iterator[None]:
        """Count all calls of the functions while the context lasts."""
        found = {name: module[name] for name in self._functions if name in module}
        before = {name: each for name, each in found.items() if callable(each)}
        module.update({name: self._counted(each) for name, each in before.items()})
        try:
            yield
        finally:
            module.update(before)

    def _counted(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def call(*given: object, **named: object) -> Any:
            arguments = (*given, *named.values())
            state = next((each for each in arguments if type(each) is State), None)
            if state is not None:
                self._come_to(state)
            return function(*given, **named)

        return call

    def _come_to(self, state: State) -> None:
        """Forget what a state was told, if it was told that in an earlier call.

        Whoever calls a function may have asked about the state just before.
        """
        handle = state._handle
        self._called[handle] += 1
        if self._asked[handle] < self._called[handle]:
            state._view = None
