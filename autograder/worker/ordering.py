"""Sees the function that orders actions: what it may peek at, and what it returns.

While it runs, the children of the state that is being ordered can be estimated without
a visit. What it returns should be the actions that it was given, each once. This runs
in the student's process: who lies here has no more estimates than who does not.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from itertools import islice
from typing import Any

from autograder.game import Estimate, State, Value
from autograder.worker.values import IN_ORDER, brief, is_of

MOST = 1000  # actions of an iterator that are looked at
MOST_TOLD = 20  # actions that are told
SETS, LISTS = (set, frozenset), (list, tuple, deque)
NO_ORDER = "set"


class Ordering:
    """Stands around the `function` that orders actions, whose children `peek` tells.

    `misordered` is the first call that did not return its actions, each once; None
    where there was none.
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
        """An estimate that is a peek where it may be one."""
        peek = self._peek
        if peek is None:
            return estimate

        def peek_or_estimate(state: State) -> Value | None:
            return peek(state) if self._may_peek(state) else estimate(state)

        return peek_or_estimate

    def _may_peek(self, state: State) -> bool:
        """Whether it is a child of the state that is being ordered."""
        ordered = self._under_way[-1] if self._under_way else None
        view = None if ordered is None else ordered._view
        below = () if view is None else view.successors
        return any(child._handle == state._handle for _, child in below)

    @contextmanager
    def within(self, module: dict[str, object]) -> Iterator[None]:
        """See all calls of the function while the context lasts."""
        before = module.get(self._function)
        if not callable(before):
            yield
            return
        module[self._function] = self._watched(before)
        try:
            yield
        finally:
            module[self._function] = before

    def _watched(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def call(*given: object, **named: object) -> Any:
            arguments = (*given, *named.values())
            state = next((each for each in arguments if type(each) is State), None)
            if state is None:
                return function(*given, **named)
            self._under_way.append(state)
            try:
                returned, order = _read(function(*given, **named))
            finally:
                self._under_way.pop()
            if self.misordered is None:
                self.misordered = _wrong(state, arguments, returned, order)
            return returned

        return call


def _read(returned: Any) -> tuple[Any, list[Any] | None]:
    """What the search is given, and what comes in which order, if that can be told.

    An iterator is read at once, so that it peeks while it may. A container of a
    student's own class is read by the search alone: its cuts tell how good it is.
    """
    if hasattr(returned, "__next__"):
        items = [*islice(returned, MOST)]
        return iter(items), items
    is_known = any(type(returned) is type_ for type_ in (*IN_ORDER, str))
    return returned, [*islice(returned, MOST)] if is_known else None


def _wrong(
    state: State, arguments: tuple[object, ...], returned: Any, order: list[Any] | None
) -> dict[str, Any] | None:
    """What of the actions is missing, there twice, or none of them; None if nothing."""
    if is_of(returned, SETS):
        return _told(state, returned=NO_ORDER)
    if order is None:
        own = hasattr(type(returned), "__iter__") or hasattr(
            type(returned), "__getitem__"
        )
        return None if own else _told(state, returned=brief(type(returned).__name__))
    lists = (each for each in arguments if any(type(each) is t for t in LISTS))
    below = () if state._view is None else state._view.successors
    given: Any = next(lists, tuple(action for action, _ in below))
    wanted, got = Counter(_texts(given)), Counter(_texts(order))
    odd = [brief(each) for each in order if type(each) is not str]
    if not odd and wanted == got:
        return None
    if type(returned) is str:
        return _told(state, returned="str")
    return _told(
        state,
        missing=[*(wanted - got)],
        twice=[each for each in got - wanted if each in wanted],
        others=[*odd, *(each for each in got if each not in wanted)],
    )


def _texts(actions: Any) -> list[str]:
    return [each for each in actions if type(each) is str]


def _told(state: State, **wrong: Any) -> dict[str, Any]:
    told = {
        key: [brief(each) for each in value[:MOST_TOLD]] if key != "returned" else value
        for key, value in wrong.items()
    }
    return {"state": state._handle, **told}
