"""Call the functions of a student's own game, as the grader says.

The states are the student's and stay in this process, each under a number of the
grader's, and what is handed to a function is the very object that another returned. An
order is a few calls, and nothing else: what a call is for, whether its action is right
and what comes of it the grader alone knows.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from autograder.worker import protocol
from autograder.worker.contents import ADDED, CHANGED, Contents, is_still
from autograder.worker.submission import TimeLimit, check_signature, find
from autograder.worker.values import DEPTH, brief, encode, encode_held, list_if_ordered

Told = dict[str, Any]
Described = Callable[[BaseException], Told]

SAYING = ("is_terminal", "to_move", "actions")
LONGEST = 60  # letters of a text that goes as it is

# A game as a 7-tuple, that of Greenwald's lecture at Brown.
GAME = "game"  # the function that returns it
PARTS = (
    *("players", "states", "initial", "actions"),
    *("transition", "terminals", "payoffs"),
)
PAYOFF = {"max": 0, "min": 1}  # which of a pair is whose
EXPECTED = f"game returns a tuple of {len(PARTS)} parts, found {{}}"


class Talk:
    """The grader's side of a walk: orders come, and answers go."""

    def __init__(self, requests: int, replies: int) -> None:
        self.pipes = requests, replies

    def orders(self) -> list[list[Any]]:
        """What to do next; nothing at the end."""
        found: list[list[Any]] = protocol.read_job(self.pipes[1])["orders"]
        return found

    def answer(self, answer: Any) -> None:
        """Tell what came of an order."""
        protocol.write_all(self.pipes[0], protocol.frame_of(protocol.STEP, answer))


def obey_orders(
    talk: Talk, module: ModuleType, described: Described, *, seven: bool
) -> Told:
    """Do what the grader orders until it has no more; nothing is returned.

    A module of `seven` has the game as a 7-tuple.
    """
    walk = _Walk(module, described, seven=seven)
    talk.answer({})
    while orders := talk.orders():
        for order in orders:
            talk.answer([CALLS[name](walk, name, *given) for name, *given in order])
    return encode(None)


class _Stopped(Exception):  # noqa: N818 - a finding
    """A function did not return while lines were followed; why, goes as an answer."""


class _Walk:
    """The states of a walk, by their numbers."""

    def __init__(
        self, module: ModuleType, described: Described, *, seven: bool
    ) -> None:
        self._module = as_functions(module) if seven else module
        self._described = described
        self._every: frozenset[Any] | None = None  # states that a 7-tuple lists
        self._states: dict[int, Any] = {}
        self._places: set[int] = set()  # ids of these, which may lead to each other
        self._offered: dict[int, dict[Any, Any]] = {}  # actions, as they were returned
        self._actions: dict[Any, Any] = {}  # of all states
        self._classes: dict[Any, int] = {}
        self._functions: dict[str, Callable[..., Any]] = {}
        self._last: tuple[Any, Contents | None] = None, None

    def make(self, function: str, number: int, *given: Any) -> Any:
        """Keep the state that a function returns under a number."""
        made = self._left_alone(function, *self._arguments(*given))
        if "error" in made:
            return _marked(_said(function, made), made)
        state = self._states[number] = made["value"]
        self._places.add(id(state))
        return _marked(encode(None) if state is None else {}, made)

    def say(self, function: str, number: int, *given: Any) -> Any:
        """What a function says of a state; nothing where there is no such state."""
        if number not in self._states:
            return encode(None)
        made = self._left_alone(function, self._states[number], *given)
        told = _said(function, made)
        if function == "actions" and type(told) is dict and "items" in told:
            actions = map(_tuples, told["items"])
            self._offered[number] = dict(zip(actions, made["value"], strict=False))
            self._actions.update(self._offered[number])
        return _marked(told, made)

    def _arguments(self, number: int | None = None, action: Any = None) -> Any:
        """A state and an action, which is the object that was returned, if it was."""
        if number is None:
            return ()
        action = _tuples(action)
        known = self._offered.get(number, {}), self._actions
        found = next((each[action] for each in known if action in each), action)
        return self._states[number], found

    def show(self, _: str, number: int) -> Told:
        """A state, as it crosses."""
        return encode(self._states[number])

    def forget(self, _: str, *numbers: int) -> Told:
        """States of which nothing is asked any more."""
        for number in numbers:
            self._states.pop(number, None)
            self._offered.pop(number, None)
        self._places = {*map(id, self._states.values())}
        return {}

    def count(self, _: str, plies: int) -> Told:
        """How many lines of so many actions there are, by the first of these."""
        try:
            state = self._sure("initial_state")
            counts = [
                [_name(a), self._lines(self._sure("result", state, a), plies - 1)]
                for a in self._open(state)
            ]
        except _Stopped as stop:
            return dict(stop.args[0])
        return {"counts": counts}

    def unroll(self, _: str, number: int, most: int) -> Told:
        """The game that goes on behind a line, node by node, each before those below.

        A node has whose turn it is and the actions there, or None and what MAX gets.
        """
        nodes: list[list[Any]] = []
        try:
            self._unroll(self._states[number], nodes, most, protocol.MOST_PLIES)
        except _Stopped as stop:
            return dict(stop.args[0])
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
            worth = encode(self._sure("utility", state, "max"))
            nodes.append([None, worth])
            return
        mover = encode(self._sure("to_move", state))
        nodes.append([mover, [*map(_name, actions)]])
        for action in actions:
            following = self._sure("result", state, action)
            self._unroll(following, nodes, most, plies - 1)

    def _lines(self, state: Any, plies: int) -> int:
        """How many lines of so many actions go on from a state."""
        if not plies:
            return 1
        actions = self._open(state)
        if plies == 1:
            return len(actions)
        following = (self._sure("result", state, action) for action in actions)
        return sum([self._lines(each, plies - 1) for each in following])

    def _open(self, state: Any) -> list[Any]:
        """The actions of a state; none where the game says that it is over."""
        if self._sure("is_terminal", state) is True:
            return []
        actions = self._sure("actions", state)
        try:
            return [*actions]
        except TimeLimit:
            raise
        except BaseException as error:  # noqa: BLE001 - it may raise anything
            told = {"error": self._described(error), "function": "actions"}
            raise _Stopped(told) from None

    def _sure(self, function: str, *arguments: Any) -> Any:
        """What a function returns; _Stopped where it does not."""
        made = self._left_alone(function, *arguments)
        if "error" in made:
            raise _Stopped({"error": made["error"], "function": function})
        return made["value"]

    def sort(self, _: str, number: int) -> Any:
        """A number that equal, equally hashed states have; else what went wrong."""
        classes = self._classes
        return self._or_error(
            lambda: classes.setdefault(self._states[number], len(classes))
        )

    def look_up(self, _: str, number: int) -> Any:
        """How many states a 7-tuple lists, and whether this is one of them."""

        def looked_up() -> list[Any]:
            if self._every is None:
                self._every = frozenset(self._module.states())
            return [len(self._every), self._states[number] in self._every]

        return self._or_error(looked_up)

    def _or_error(self, answer: Callable[[], Any]) -> Any:
        """What is answered, or what went wrong."""
        self._last = None, None
        try:
            return answer()
        except TimeLimit:
            raise
        except BaseException as error:  # noqa: BLE001 - it may raise anything
            return {"error": self._described(error)}

    def _left_alone(self, function: str, *arguments: Any) -> Told:
        """What a function returns of a state, which is left as it was.

        `changed` tells where it was not: where what was there has become something
        else, or where functions say something else of it. What only was added, as a
        value that is kept for the next time, stays.
        """
        if not arguments or is_still(arguments[0]):
            return self._tried(function, *arguments)
        state, before = self._last  # of which nobody has had anything since
        if before is None or state is not arguments[0]:
            state = arguments[0]
            before = Contents(state, self._places)
        self._last = None, None
        made = self._tried(function, *arguments)
        change = before.change()
        if not change:
            self._last = state, before
            return made
        is_asked = change == ADDED or function == "actions"
        is_as_before = is_asked and self._says_as_before(state, before)
        if change == CHANGED or not is_as_before:
            if function == "result" and "value" in made:
                made["value"] = before.apart(made["value"])
            before.put_back()
        return {**made, "changed": not is_as_before}

    def _says_as_before(self, state: Any, before: Contents) -> bool:
        """Whether functions say the same of a state that has changed as before that."""
        changed = Contents(state, self._places)
        now = [_said(each, self._tried(each, state)) for each in SAYING]
        before.put_back()
        then = [_said(each, self._tried(each, state)) for each in SAYING]
        changed.put_back()
        return now == then

    def _tried(self, function: str, *arguments: Any) -> Told:
        """What a function returns, or why it does not."""
        try:
            if function not in self._functions:
                found = find(self._module, function)
                check_signature(found, arguments)
                self._functions[function] = found
            made = self._functions[function](*arguments)
            return {"value": list_if_ordered(made) if function == "actions" else made}
        except TimeLimit:
            raise
        except BaseException as error:  # noqa: BLE001 - it may raise anything
            refused = isinstance(error, ValueError)
            return {"error": self._described(error), "refused": refused}


CALLS: dict[str, Callable[..., Any]] = {
    "initial_state": _Walk.make,
    "result": _Walk.make,
    "is_terminal": _Walk.say,
    "to_move": _Walk.say,
    "actions": _Walk.say,
    "utility": _Walk.say,
    "class": _Walk.sort,
    "listed": _Walk.look_up,
    "show": _Walk.show,
    "forget": _Walk.forget,
    "count": _Walk.count,
    "unroll": _Walk.unroll,
}


def _tuples(action: Any) -> Any:
    """An action that came as JSON, or goes so, with tuples for lists."""
    return tuple(map(_tuples, action)) if type(action) is list else action


def _name(action: Any) -> str:
    """An action as it is told, which is the same whatever holds its parts."""
    return brief(_as_tuple(action, DEPTH))


def _as_tuple(action: Any, depth: int) -> Any:
    for base in (list, tuple):
        if issubclass(type(action), base) and depth:
            items = base.__iter__(action)
            return tuple([_as_tuple(each, depth - 1) for each in items])
    return action


def _said(function: str, outcome: Told) -> Any:
    """What was said, as it crosses: as it is where that is short and plain."""
    if "error" in outcome:
        return {"error": outcome["error"], "refused": outcome["refused"]}
    value = outcome["value"]
    if type(value) is bool or (type(value) is str and len(value) <= LONGEST):
        return value
    return encode_held(value) if function == "actions" else encode(value)


def _marked(answer: Any, outcome: Told) -> Any:
    """What is told of a call, with the mark that it has changed its state."""
    return {"changed": answer} if outcome.get("changed") else answer


class _Seven:
    """A 7-tuple, which is asked for once, and the functions that read it.

    What is asked of a state may be a mapping or a function.
    """

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
        if not self._parts:
            found = find(self._module, GAME)()
            found = found if type(found) is dict else list_if_ordered(found)
            if type(found) is not list and type(found) is not tuple:
                raise TypeError(EXPECTED.format(type(found).__name__))
            if len(found) != len(PARTS):
                raise TypeError(EXPECTED.format(len(found)))
            self._parts = tuple(  # what can be read once is kept in a list
                [[*part] if hasattr(type(part), "__next__") else part for part in found]
            )
        return self._parts[PARTS.index(name)]


def as_functions(module: ModuleType) -> ModuleType:
    """A module with the six functions of a 7-tuple's game, and its `states`.

    Each raises what the module's own `game` raises, and TypeError where that returns
    something else than seven things.
    """
    seven, game = _Seven(module), ModuleType(module.__name__)
    names = [name for name in vars(_Seven) if not name.startswith("_")]
    vars(game).update({name: getattr(seven, name) for name in names})
    return game


def _asked(part: Any, state: Any) -> Any:
    return part(state) if callable(part) else part[state]
