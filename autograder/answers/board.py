"""Trusted code in this process: the board of a tree, and whose a fault is."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from autograder import game as plain
from autograder.errors import AutograderError, UntoldError
from autograder.game import Estimate, Fetch, State, Value, View, hashable_content
from autograder.project import PROJECT, load_module
from autograder.sandbox.forms import ORDER
from autograder.sandbox.jobs import REFUSAL
from autograder.sandbox.oracle import Oracle
from autograder.text import clean, path_shown
from autograder.trees.rules import failure_sentence, last_line
from autograder.trees.tree import GameTree, Node
from autograder.trees.visitrecord import Overrun, RoundRecord, VisitRecord
from autograder.worker import protocol, serve
from autograder.worker.watching import Ordering, Returning

Made = TypeVar("Made")


class TookTooLong(Exception):  # noqa: N818 - a finding, which its module is blamed for
    """A call took longer than it may; the text says how long that is."""

    def __init__(self, seconds: float) -> None:
        super().__init__(
            f"it takes more than {seconds:g} s, and no submission has more"
        )


class _Rung(BaseException):
    """The alarm, which no `except Exception` of the called code holds back."""


def result_in_time(seconds: float, call: Callable[[], Made]) -> Made:
    """What a call of trusted code returns.

    Raises TookTooLong, with the line that was run last, where it takes more seconds, if
    there is an alarm: in the main thread, not on every system.
    """
    has_alarm = hasattr(signal, "SIGALRM")
    if not has_alarm or threading.current_thread() is not threading.main_thread():
        return call()
    import timeout_decorator  # noqa: PLC0415 - few gradings hold trusted code to a time

    ended: Callable[[], Made]
    ended = timeout_decorator.timeout(seconds, timeout_exception=_Rung)(call)
    try:
        return ended()
    except _Rung as rung:
        raise TookTooLong(seconds).with_traceback(rung.__traceback__) from None


LONGEST = 300  # characters of a sentence
SECONDS_TO_IMPORT = 30.0  # a large library on a slow disk takes some of them


class WrongOrderError(Exception):
    """A trusted module orders moves, and loses or doubles some; the text says which."""


class ModuleError(UntoldError):
    """A trusted module cannot be used, or is not right; the text says which and why."""

    def __init__(self, path: Path, wrong: str) -> None:
        super().__init__(f"{shown_path(path)}{clean(wrong, LONGEST)}")
        self.path = path


def shown_path(path: Path) -> str:
    """A module of the reference as people know it."""
    inside = path.is_relative_to(PROJECT)
    return path.relative_to(PROJECT).as_posix() if inside else path_shown(path)


@contextmanager
def errors_as_module_errors(path: Path) -> Iterator[None]:
    """Raises ModuleError, with the module's line, for whatever is raised within."""
    try:
        yield
    except AutograderError:
        raise
    except TookTooLong as fault:
        raise ModuleError(path, f"{_endless(fault, path)}: {fault}") from None
    except WrongOrderError as fault:
        raise ModuleError(path, f": {fault}") from None
    except Overrun as fault:
        raise ModuleError(path, f" does not stop: {fault}") from None
    except (Exception, SystemExit) as fault:  # noqa: BLE001 - it may do anything
        told = failure_sentence(fault, path).removeprefix(path.name)
        raise ModuleError(path, told) from None


def loaded_module(path: Path) -> ModuleType:
    """A trusted module; raises ModuleError where its import fails, or does not end."""
    with errors_as_module_errors(path):
        try:
            return result_in_time(SECONDS_TO_IMPORT, lambda: load_module(path))
        except TookTooLong as fault:
            told = f"after {SECONDS_TO_IMPORT:g} s it is not yet imported"
            raise ModuleError(path, f"{_endless(fault, path)}: {told}") from None


def loaded_function(path: Path, name: str) -> Callable[..., Any]:
    """A function of a trusted module; ModuleError where it has none of that name."""
    function: Callable[..., Any] | None = vars(loaded_module(path)).get(name)
    if not callable(function):
        raise ModuleError(path, f" has no function {name}")
    return function


def _endless(fault: TookTooLong, path: Path) -> str:
    line = last_line(fault, path)
    return f", line {line}, does not end" if line else " does not end"


TOO_MANY = "it asks more than {:,} questions of {:,} nodes"


class Game(plain.Game):
    """A game that stops who asks too much.

    Whoever searches each position twice asks twice as much in each ply, and would not
    end on a deep tree. A search asks some ten questions a node; mistakes that end at
    most 300,000.
    """

    __slots__ = ("asked", "most", "nodes")

    asked: int
    most: int
    nodes: int

    def _look(self, call: str, state: State) -> View:
        self.asked += 1
        if self.asked > self.most:
            raise Overrun(TOO_MANY.format(self.most, self.nodes))
        return super()._look(call, state)


class NotAnswered(Exception):  # noqa: N818 - what comes of it, its catcher knows
    """An oracle has refused to answer."""


class AskingGame(serve.Game):
    """A game in this process that asks an oracle what a worker's asks the grader."""

    def __init__(self, oracle: Oracle) -> None:
        super().__init__(self._view, partial(self.look, oracle.estimate), oracle.facts)
        self.movers = protocol.movers(oracle.facts)
        self._oracle = oracle

    def root(self) -> State:
        """The state at which the oracle begins."""
        start, handle = self._oracle.start, self._oracle.root
        return State(self, handle, start.label, hashable_content(start.content))

    def look(self, ask: Callable[[int], bytes], state: State) -> Value | None:
        """The number that is asked for of a state; NotAnswered."""
        return protocol.value_of(self._answer(ask, state))

    def _view(self, state: State) -> View:
        frame = self._answer(self._oracle.node_frame, state)
        return serve.view_of(self, self.movers, frame)

    def _answer(self, ask: Callable[[int], bytes], state: State) -> bytes:
        frame = ask(state._handle)
        if frame == REFUSAL:
            raise NotAnswered
        return frame


def game_root_and_visits(
    tree: GameTree, *, timed: bool = False
) -> tuple[Game, State, list[int]]:
    """A game in this process, for trusted code: game, root, record of visits."""
    return Board(tree).fresh_game_root_and_visits(timed=timed)


class Board:
    """A tree on which searches are run, one by one; `record` has the last's visits.

    Calls of functions that `repeats` are visits each time. The function that `orders`
    actions is watched, and `peeks` if it may. For a call that is `timed` the record is
    one of rounds.
    """

    def __init__(
        self,
        tree: GameTree,
        repeats: tuple[str, ...] = (),
        orders: str = "",
        *,
        peeks: bool = False,
    ) -> None:
        self._once = VisitRecord(repeats=bool(repeats))
        self._tree = tree
        self.record: VisitRecord | RoundRecord = self._once
        self._repeats = repeats
        self._returning = Returning(repeats)
        self._ordering = Ordering(orders, self._peek if peeks else None)
        fetch: Fetch = self._fetch
        estimate: Estimate = self._estimate
        if repeats:
            fetch = self._returning.watching(fetch)
            estimate = self._returning.looking(fetch, estimate)
        if orders:
            estimate = self._ordering.looking(estimate)
        self._game = game = Game(fetch, estimate, tree.facts, self._clock)
        self._nodes = nodes = tree.nodes
        game.nodes = len(nodes)
        game.most = max(20_000, min(5_000 * len(nodes), 300_000), 100 * len(nodes))
        self.labels = tree.labels()
        self._states = states = [
            State(game, index, node.label, hashable_content(node.content))
            for index, node in enumerate(nodes)
        ]
        self._views = []  # what is known of each node once it was visited
        for node in nodes:
            below = [states[index] for index in node.children]
            named = tuple(zip(tree.moves_of(node), below, strict=True))
            known = node.utility, node.probabilities, node.quiet
            self._views.append(View(node.to_move, named, *known))

    def fresh_game_root_and_visits(
        self, *, timed: bool = False
    ) -> tuple[Game, State, list[int]]:
        """Game, root, and the record of visits, as if nothing had been asked yet."""
        for index in self.record.visited:
            self._states[index]._view = None
        self.record = RoundRecord(self._tree) if timed else self._once
        self.record.clear()
        self._game._forgets = timed
        self._game.asked = 0
        self._returning.reset()
        self._ordering.reset()
        return self._game, self._states[0], self.record.visited

    def node_of(self, handle: int) -> Node:
        """The node behind a handle of a state."""
        return self._nodes[handle]

    def _fetch(self, state: State) -> View:
        index = state._handle
        self.record.ask(index)
        return self._again(index) if self._repeats else self._views[index]

    def _clock(self) -> bool:
        return isinstance(self.record, RoundRecord) and self.record.time_is_up()

    @contextmanager
    def watching_calls(self, module: dict[str, object]) -> Iterator[None]:
        """Watch what repeats and what orders while this lasts."""
        with ExitStack() as stack:
            if self._repeats:
                stack.enter_context(self._returning.within(module))
            stack.enter_context(self._ordering.within(module))
            yield

    @property
    def first_call_without_its_actions(self) -> Mapping[str, Any] | None:
        """The first call that did not return its actions, each once, if any."""
        found = self._ordering.misordered
        return None if found is None else ORDER(found)

    def _again(self, index: int) -> View:
        """What is known of a node, with children of whom nothing was asked yet."""
        view, nodes = self._views[index], self._nodes
        fresh = [
            (
                action,
                State(self._game, child, below.label, hashable_content(below.content)),
            )
            for (action, _), child in zip(
                view.successors, nodes[index].children, strict=True
            )
            for below in [nodes[child]]
        ]
        return view._replace(successors=tuple(fresh))

    def _estimate(self, state: State) -> Value | None:
        index = state._handle
        self.record.estimate(index)
        return self._nodes[index].worth_at_sight

    def _peek(self, state: State) -> Value | None:
        index = state._handle
        self.record.peek(index)
        return self._nodes[index].worth_at_sight
