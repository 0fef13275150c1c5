"""Runs of right and wrong programs on trees, in this process.

Many programs share the functions that find values, and differ in the search function
alone: what was found for a set of functions is found but once.
"""

from __future__ import annotations

import ast
import traceback
from collections.abc import Callable, Mapping
from typing import Any

from autograder.answers.board import Board
from autograder.answers.timed import TookTooLong, timed
from autograder.assignment.questions import Question
from autograder.assignment.signature import handed
from autograder.observing.observation import (
    NO_ACTION,
    CallRequest,
    Observation,
    Observed,
    calls_of,
    last_that_counts,
    search_call,
)
from autograder.observing.outcome import (
    OVERRUN,
    TIMEOUT,
    Fault,
    Outcome,
    crossed,
)
from autograder.rewriting.program import Program
from autograder.sandbox.forms import MOST_FRAMES
from autograder.sandbox.misordered import misordered
from autograder.trees.deep import deep_enough
from autograder.trees.roundrecord import Overrun
from autograder.trees.tree import GameTree
from autograder.worker import values
from autograder.worker.submission import kind_of

Functions = tuple[ast.FunctionDef, ...]
Calls = tuple[Observation, ...]  # one a tree
SECONDS_A_NODE = 500e-6  # of all trees together: a hundred times what a program takes


class ProgramRunner:
    """Runs programs of a question on trees, by name, and remembers what they did."""

    def __init__(self, question: Question, trees: Mapping[str, GameTree]) -> None:
        self.question = question
        self.trees = trees
        self._requests = {n: calls_of(question, tree) for n, tree in trees.items()}
        repeats = question.entries if question.repeats else ()
        self._boards = {
            name: Board(tree, repeats, question.orders, peeks=question.peeks)
            for name, tree in trees.items()
        }
        self._depth = max(map(GameTree.height, trees.values()), default=0)
        self._entries = question.entries
        self._calls: dict[tuple[int, Functions], Calls] = {}
        nodes = sum(len(tree.nodes) for tree in trees.values())
        self._seconds = max(question.limits.wall_seconds, nodes * SECONDS_A_NODE)

    def observed(self, program: Program) -> dict[str, Observed]:
        """What a program does on each tree."""
        made = zip(*(self._observed(program, call) for call in (0, 1)), strict=True)
        return dict(zip(self.trees, map(Observed, made), strict=True))

    def _functions(self, program: Program, call: int) -> Functions:
        """The functions that one of the two calls may run."""
        names = (self.question.search,) if call else self._entries
        return tuple(program.functions[name] for name in program.calls(*names))

    def _observed(self, program: Program, call: int) -> Calls:
        """One of the two calls on each tree; none returns where the time is up."""
        key = (call, self._functions(program, call))
        if key not in self._calls:
            try:
                with deep_enough(self._depth):
                    made = timed(self._seconds, lambda: self._made(program, call))
            except TookTooLong:
                made = tuple(
                    requests[min(call, len(requests) - 1)].unanswered(Fault(TIMEOUT))
                    for requests in self._requests.values()
                )
            self._calls[key] = made
        return self._calls[key]

    def _made(self, program: Program, call: int) -> Calls:
        namespace = vars(program.module(self.question.module))
        return tuple(self._one_call(namespace, name, call) for name in self.trees)

    def _one_call(self, namespace: dict[str, Any], name: str, call: int) -> Observation:
        """One of the two calls on a tree; there may be no second to be made."""
        requests = self._requests[name]
        if call < len(requests):
            chosen = requests[1:] if call else requests[:1]
            board = self._boards[name]
            made = [observe(namespace, request, board) for request in chosen]
            return last_that_counts(made)
        search = search_call(self.question, self.trees[name])
        return search.unanswered(NO_ACTION)


def observe(
    namespace: dict[str, Any], request: CallRequest, board: Board
) -> Observation:
    """What one call of a trusted function does on a tree, mistakes and all."""
    game, root, visited = board.set_up(timed=request.timed)
    function = namespace[request.function]
    with board.within(namespace):
        outcome = _outcome(function, (game, root, *handed(request.arguments)))
    labels, estimated, peeked = (
        tuple(map(board.labels.__getitem__, found))
        for found in (visited, board.record.estimated, board.record.peeked)
    )
    return Observation(
        function=request.function,
        signature=request.signature,
        outcome=outcome,
        visited=labels,
        estimated=estimated,
        peeked=peeked,
        misordered=misordered(board.misordered, board.node_of),
    )


def _outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Outcome:
    """What comes of a call, in a worker too."""
    try:
        return crossed(_result(function, arguments))
    except Overrun as stop:
        return Fault(OVERRUN, str(stop))


def _result(function: Callable[..., Any], arguments: tuple[Any, ...]) -> dict[str, Any]:
    """What a worker would send of the call."""
    try:
        return {"returned": values.encode(function(*arguments))}
    except Exception as error:  # noqa: BLE001 - that it raises is what is observed
        return {
            "error": {
                "kind": kind_of(error),
                "stage": "call",
                "type": type(error).__name__,
                "message": str(error),
                "near": [],
                "frames": _frames(error)[-MOST_FRAMES:],
            }
        }


def _frames(error: BaseException) -> list[list[object]]:
    """The frames of programs, outermost first."""
    return [
        [frame.f_code.co_filename, line, frame.f_code.co_name, ""]
        for frame, line in traceback.walk_tb(error.__traceback__)
        if frame.f_code.co_filename == "<program>"
    ]
