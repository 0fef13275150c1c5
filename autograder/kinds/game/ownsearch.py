"""A search that plays on a student's own game, unrolled behind a line of play.

It is the student's own, in a worker of its own, or the reference's, which is trusted
and runs in this process. Either sees a tree like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Any

from autograder.answers.board import local_game
from autograder.assignment.questions import Question
from autograder.assignment.signature import TEXTBOOK
from autograder.game import MAX, MIN
from autograder.kinds.game.question import ACTION, VALUE, Rules
from autograder.observing.observation import observe
from autograder.observing.outcome import (
    UNPLAYABLE,
    Fault,
    Outcome,
    Returned,
    fault_from_worker,
    value_from_worker,
)
from autograder.rewriting import program
from autograder.sandbox.forms import MOST_NODES, refuse
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.tree import GameTree, Node
from autograder.worker.protocol import LETTERS, MOST_PLIES, STATES

SEARCH = "minimax_search"
LARGE = f"the game that goes on there does not end within {MOST_NODES:,} states"
LONG = "the names of the actions behind it are too long to be told"
TOO_MANY = {STATES: LARGE, LETTERS: LONG}
TURN = f'a state behind it has to_move say {{}}; expected "{MAX}" or "{MIN}"'
WORTH = "a state behind it has utility say {}; expected a number"
ABSENT = (
    "there is no {}.py, and the right one is on the platform alone: hand yours in, or "
    "this is graded there"
)

Found = Mapping[str, Outcome]  # what a search says, by facet
Player = Callable[[GameTree], Found]


def unrolled(answer: Mapping[str, Any]) -> GameTree | Fault:
    """The tree that a worker sent, or why there is none; ProtocolError if it lacks any.

    The form of what it sent was checked.
    """
    if "error" in answer:
        return fault_from_worker(answer["error"])
    if "more" in answer:
        return Fault(UNPLAYABLE, TOO_MANY[answer["more"]])
    try:
        return _Reading(iter(answer["nodes"])).tree()
    except _Unplayable as why:
        return Fault(UNPLAYABLE, str(why))


class _Unplayable(Exception):  # noqa: N818 - a finding
    """What a function says of a state, with which nothing can play."""


class _Reading:
    """Makes a tree of nodes that come each before those below it."""

    def __init__(self, sent: Iterator[Any]) -> None:
        self._sent = sent
        self._nodes: list[Node] = []

    def tree(self) -> GameTree:
        self._add(0)
        return GameTree(tuple(self._nodes))

    def _add(self, depth: int) -> int:
        if depth > MOST_PLIES:
            raise _Unplayable(LARGE)
        mover, more = next(self._sent, None) or refuse()
        place = len(self._nodes)
        label = f"s{place}"
        if mover is None:
            worth = value_from_worker(more)
            if worth.number is None:
                raise _Unplayable(WORTH.format(worth))
            self._nodes.append(Node(label, MAX, utility=worth.number))
            return place
        turn = str(value_from_worker(mover))
        if turn not in (MAX, MIN):
            raise _Unplayable(TURN.format(turn))
        moves = _distinct(more)
        self._nodes.append(Node(label, turn))
        children = tuple([self._add(depth + 1) for _ in moves])
        self._nodes[place] = Node(label, turn, children, moves=moves)
        return place


def _distinct(names: Sequence[str]) -> tuple[str, ...]:
    """Names of actions, of which one that was there before has a number."""
    found: dict[str, None] = {}
    for name in names:
        numbered = (f"{name} #{number}" for number in count(len(found)))
        found[next(n for n in chain([name], numbered) if n not in found)] = None
    return tuple(found)


def of_student(sandbox: Sandbox, folder: Path, rules: Rules) -> Player:
    """The search that was handed in, in a worker of its own for each tree."""
    question = Question(rules.plays, rules.plays, SEARCH, limits=rules.limits)

    def play(tree: GameTree) -> Found:
        outcomes = observe(sandbox, folder, question, tree).outcomes
        return dict(zip((VALUE, ACTION), outcomes, strict=False))

    return play


def of_reference(text: str) -> Player:
    """The search of a trusted program's text, in this process."""
    module = program.parse(text).module(SEARCH)
    functions = dict(TEXTBOOK)

    def play(tree: GameTree) -> Found:
        game, root, _ = local_game(tree)
        value = getattr(module, functions[tree.root.to_move])(game, root)
        action = getattr(module, SEARCH)(game, root)
        return {
            VALUE: Returned("number", value),
            ACTION: Returned("str", text=str(action)),
        }

    return play


def of_nobody(rules: Rules) -> Player:
    """What stands for the search where there is neither."""
    fault = Fault("module", ABSENT.format(rules.plays))
    return lambda _: {VALUE: fault, ACTION: fault}
