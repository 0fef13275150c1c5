"""Walk along lines of play of a student's own game, as the grader says.

The states are the student's and stay in this process, each under the number that the
grader has for its line. What is asked about a state has been asked before the grader
goes on from it: which of its actions are right nobody learns here before.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from types import ModuleType
from typing import Any

from autograder.worker import protocol
from autograder.worker.seven import as_functions
from autograder.worker.submission import TimeLimit, check_signature, find
from autograder.worker.values import brief, encode, encode_held, in_order

Told = dict[str, Any]
Described = Callable[[BaseException], Told]

STILL = (int, str, float, bool, bytes, type(None))  # what nobody can change
PLAYERS = ("max", "min")
LONGEST = 60  # letters of a text that goes as it is


class Talk:
    """The grader's side of a walk: orders come, and answers go."""

    def __init__(self, requests: int, replies: int) -> None:
        self._requests, self._replies = requests, replies

    def orders(self) -> list[list[Any]]:
        """What to do next; nothing at the end."""
        found: list[list[Any]] = protocol.read_job(self._replies)["orders"]
        return found

    def answer(self, answer: Told) -> None:
        """Tell what came of an order."""
        protocol.write_all(self._requests, protocol.frame_of(protocol.STEP, answer))


def walked(
    talk: Talk, module: ModuleType, described: Described, *, sorts: bool, seven: bool
) -> Told:
    """Do what the grader orders until it has no more; nothing is returned.

    Where it `sorts` states, it is told which are equal and equally hashed. A module of
    `seven` has the game as a 7-tuple.
    """
    walk = _Walk(module, described, sorts=sorts, seven=seven)
    talk.answer({})
    while orders := talk.orders():
        for name, *arguments in orders:
            talk.answer(ORDERS[name](walk, *arguments))
    return encode(None)


class _Stopped(Exception):  # noqa: N818 - a finding
    """A function did not return while lines were followed; `why` goes as an answer."""

    def __init__(self, why: Told) -> None:
        super().__init__()
        self.why = why


class _Walk:
    """The states of a walk, by the numbers of their lines."""

    def __init__(
        self, module: ModuleType, described: Described, *, sorts: bool, seven: bool
    ) -> None:
        self._module = as_functions(module) if seven else module
        self._described, self._sorts, self._seven = described, sorts, seven
        self._every: frozenset[Any] | None = None  # states that a 7-tuple lists
        self._states: dict[int, Any] = {}
        self._classes: dict[Any, int] = {}
        self._functions: dict[str, Callable[..., Any]] = {}

    def begin(self, number: int) -> Told:
        """The state of the line of no action, and what is said of it."""
        return self._reached(number, self._tried("initial_state"))

    def go_on(self, number: int, parent: int, action: Any) -> Told:
        """The state of a line, from the one before it, and what is said of it."""
        before = _own(self._states[parent])
        return self._reached(number, self._tried("result", before, _tuples(action)))

    def _reached(self, number: int, attempt: Told) -> Told:
        if "error" in attempt:
            return {"made": attempt}
        state = attempt["value"]
        if state is None:
            return {"made": {"kind": "none", "text": "None"}}
        self._states[number] = state
        kind = {"class": self._class(state)} if self._sorts else {}
        kind |= {"listed": self._listed(state)} if self._sorts and self._seven else {}
        asked = ("is_terminal", "to_move", "actions")
        return {**{f: self._said(f, state) for f in asked}, **kind}

    def utility(self, number: int) -> Told:
        """What the end is worth to each player."""
        state = self._states[number]
        return {player: self._said("utility", state, player) for player in PLAYERS}

    def refuses(self, number: int, actions: list[Any]) -> Told:
        """What comes of actions that are none, up to the first that is not refused."""
        for place, action in enumerate(actions):
            made = self._tried("result", _own(self._states[number]), _tuples(action))
            if not made.get("refused"):
                told = made if "error" in made else _told(made["value"])
                return {"illegal": told, "action": place}
        return {}

    def stays(self, number: int, actions: list[Any]) -> Told:
        """Which function leaves a state changed, or answers otherwise when asked again.

        "" where none does.
        """
        state = _own(self._states[number])
        before, first = _own(state), self._said("actions", state)
        if not _is_same(state, before):
            return {"changed": "actions"}
        results = []
        for action in actions:
            made = self._tried("result", state, _tuples(action))
            if not _is_same(state, before):
                return {"changed": "result"}
            results.append(made.get("value"))
        if self._said("actions", state) != first:
            return {"changed": "actions"}
        for action, result in zip(actions, results, strict=True):
            again = self._tried("result", state, _tuples(action)).get("value")
            if self._said("actions", again) != self._said("actions", result):
                return {"changed": "result"}
        return {"changed": ""}

    def forget(self, numbers: list[int]) -> Told:
        """Lines from which nothing goes on any more."""
        for number in numbers:
            self._states.pop(number, None)
        return {}

    def count(self, plies: int) -> Told:
        """How many lines of so many actions there are, by the first of these."""
        try:
            state = self._sure("initial_state")
            counts = [
                [brief(action), self._lines(self._next(state, action), plies - 1)]
                for action in self._open(state)
            ]
        except _Stopped as stop:
            return stop.why
        return {"counts": counts}

    def unroll(self, number: int, most: int) -> Told:
        """The game that goes on behind a line, node by node, each before those below.

        A node has whose turn it is and the actions there, or None and what MAX gets.
        """
        nodes: list[list[Any]] = []
        try:
            self._unroll(self._states[number], nodes, most, protocol.MOST_PLIES)
        except _Stopped as stop:
            return stop.why
        answer = {"nodes": nodes}
        is_long = len(protocol.frame_of(protocol.STEP, answer)) > protocol.MAX_RESULT
        return {"more": protocol.LETTERS} if is_long else answer

    def _unroll(
        self, state: Any, nodes: list[list[Any]], most: int, plies: int
    ) -> None:
        actions = self._open(state)
        if len(nodes) + len(actions) >= most or not plies:
            raise _Stopped({"more": protocol.STATES})
        if not actions:
            worth = encode(self._sure("utility", _own(state), "max"))
            nodes.append([None, worth])
            return
        mover = encode(self._sure("to_move", _own(state)))
        nodes.append([mover, [*map(brief, actions)]])
        for action in actions:
            self._unroll(self._next(state, action), nodes, most, plies - 1)

    def _lines(self, state: Any, plies: int) -> int:
        """How many lines of so many actions go on from a state."""
        if not plies:
            return 1
        actions = self._open(state)
        if plies == 1:
            return len(actions)
        return sum([self._lines(self._next(state, a), plies - 1) for a in actions])

    def _open(self, state: Any) -> list[Any]:
        """The actions of a state; none where the game says that it is over."""
        if self._sure("is_terminal", _own(state)) is True:
            return []
        actions = self._sure("actions", _own(state))
        try:
            return [*actions]
        except TimeLimit:
            raise
        except BaseException as error:  # noqa: BLE001 - it may raise anything
            told = {"error": self._described(error), "function": "actions"}
            raise _Stopped(told) from None

    def _next(self, state: Any, action: Any) -> Any:
        return self._sure("result", _own(state), action)

    def _sure(self, function: str, *arguments: Any) -> Any:
        """What a function returns; _Stopped where it does not."""
        made = self._tried(function, *arguments)
        if "error" in made:
            raise _Stopped({"error": made["error"], "function": function})
        return made["value"]

    def _class(self, state: Any) -> Any:
        """A number that equal, equally hashed states have; else what went wrong."""
        try:
            return self._classes.setdefault(state, len(self._classes))
        except TimeLimit:
            raise
        except BaseException as error:  # noqa: BLE001 - it may raise anything
            return {"error": self._described(error)}

    def _listed(self, state: Any) -> Any:
        """How many states a 7-tuple lists, and whether this is one of them."""
        try:
            if self._every is None:
                self._every = frozenset(self._module.states())
            return [len(self._every), state in self._every]
        except TimeLimit:
            raise
        except BaseException as error:  # noqa: BLE001 - it may raise anything
            return {"error": self._described(error)}

    def _said(self, function: str, state: Any, *more: Any) -> Any:
        """What a function says of a state, as it crosses."""
        made = self._tried(function, _own(state), *more)
        if "error" in made:
            return made
        value = made["value"]
        return encode_held(value) if function == "actions" else _told(value)

    def _tried(self, function: str, *arguments: Any) -> Told:
        """What a function returns, or why it does not."""
        try:
            if function not in self._functions:
                found = find(self._module, function)
                check_signature(found, arguments)
                self._functions[function] = found
            made = self._functions[function](*arguments)
            return {"value": in_order(made) if function == "actions" else made}
        except TimeLimit:
            raise
        except BaseException as error:  # noqa: BLE001 - it may raise anything
            refused = isinstance(error, ValueError)
            return {"error": self._described(error), "refused": refused}


ORDERS: dict[str, Callable[..., Told]] = {
    "begin": _Walk.begin,
    "go_on": _Walk.go_on,
    "utility": _Walk.utility,
    "refuses": _Walk.refuses,
    "stays": _Walk.stays,
    "forget": _Walk.forget,
    "count": _Walk.count,
    "unroll": _Walk.unroll,
}


def _tuples(action: Any) -> Any:
    """An action that came as JSON, with tuples for lists."""
    return tuple(map(_tuples, action)) if type(action) is list else action


def _own(state: Any) -> Any:
    """A state that nobody else has; itself where that cannot be changed, or copied."""
    if _is_still(state):
        return state
    try:
        return copy.deepcopy(state)
    except TimeLimit:
        raise
    except BaseException:  # noqa: BLE001 - the state's own way may raise anything
        return state


def _is_still(value: Any) -> bool:
    """Whether nothing in a value of Python's own types can be changed."""
    found = type(value)
    if found is tuple or found is frozenset:
        return all(map(_is_still, value))
    return found in STILL


def _is_same(state: Any, before: Any) -> bool:
    """Whether a state is what its copy was; of its own class, as that says.

    Of a class that says nothing it is what the state holds that is compared.
    """
    if state is before:
        return True
    try:
        own = _compares(state)
        return bool(state == before if own else _held(state) == _held(before))
    except TimeLimit:
        raise
    except BaseException:  # noqa: BLE001 - it may raise anything
        return False


def _compares(state: Any) -> bool:
    """Whether a class says itself which of its states are equal."""
    return any("__eq__" in vars(c) for c in type(state).__mro__[:-1])


def _held(state: Any) -> Any:
    """What an object has in its attributes."""
    slots = [s for c in type(state).__mro__ for s in vars(c).get("__slots__", ())]
    in_slots = {name: getattr(state, name, None) for name in slots}
    return {**in_slots, **getattr(state, "__dict__", {})}


def _told(value: Any) -> Any:
    """What was said, as it crosses: as it is where that is short and plain."""
    found = type(value)
    if found is bool or (found is str and len(value) <= LONGEST):
        return value
    return encode(value)
