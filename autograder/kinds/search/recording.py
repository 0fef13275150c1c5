"""What a submission says that it handed on and got back, in a run for the page alone.

Nothing of it is believed and nothing of it earns a point.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Any

from autograder.assignment.questions import Case
from autograder.game import CHANCE, Value
from autograder.observing.observation import (
    INSIDE,
    recursion_for,
    value_call,
)
from autograder.observing.sources import Place, Sources
from autograder.sandbox.jobs import Call, Job
from autograder.sandbox.oracle import Oracle
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.tree import GameTree

Labels = tuple[str, ...]
Told = Value | str | None  # a value, a short text of what was none, or nothing


@dataclass(frozen=True, slots=True)
class HandedOn:
    """The first call about a state: its window, the caller's v, and what came back.

    The line is that of the call. `is_entry` says that the function called is one of the
    search's own, of which it is known what they should be handed.
    """

    alpha: Told
    beta: Told
    v: Told
    returned: Told
    place: Place | None
    is_entry: bool = True

    def then(self, later: HandedOn) -> HandedOn:
        """This call, or a later one to a function that is better known."""
        if self.is_entry or not later.is_entry:
            return self
        return replace(later, v=self.v, place=self.place)


@dataclass(frozen=True, slots=True)
class Recording:
    """One run: the states that it visited, and by label what was said of them.

    `calls` has the first call about each state, `asked_at` the line that first asked,
    and `stacks` the labels that then lay on the submission's stack, from the bottom.
    """

    visited: tuple[str, ...] = ()
    calls: Mapping[str, HandedOn] = field(default_factory=dict)
    asked_at: Mapping[str, Place] = field(default_factory=dict)
    stacks: Mapping[str, Labels] = field(default_factory=dict)

    def searched_from(self, label: str) -> Place | None:
        """The line from which a state was searched: of its call, or which asked."""
        handed = self.calls.get(label)
        place = handed.place if handed else None
        return place or self.asked_at.get(label)


def record(sandbox: Sandbox, folder: Path, case: Case) -> Recording:
    """Make the call for the value once more, in a worker that tells of its calls.

    Empty where the worker told nothing.
    """
    question, tree = case.question, case.tree
    request, oracle = value_call(question, tree), Oracle(tree)
    oracle.peeks = question.peeks
    call = Call(
        function=request.function,
        arguments=request.arguments,
        oracle=oracle,
        witnessed=question.signature.functions,
        orders=request.orders,
        peeks=request.peeks,
    )
    limits = replace(question.limits, seconds=min(question.limits.seconds, INSIDE))
    job = Job(
        folder=folder,
        module=question.module,
        calls=(call,),
        limits=limits,
        recursion_limit=recursion_for(tree),
    )
    for result in sandbox.run(job).said.results:
        if "seen" in result:
            return decode(result["seen"], oracle, folder)
    return Recording()


def decode(seen: Mapping[str, Any], oracle: Oracle, folder: Path) -> Recording:
    """What a worker told of the states of an oracle, as far as they were handed out."""
    sources, files = Sources(folder), seen["files"]

    def place(file: int | None, line: int | None) -> Place | None:
        is_told = file is not None and file < len(files)
        return sources.place(files[file], line) if is_told else None

    drawn = _drawn(oracle.tree)
    calls: dict[str, HandedOn] = {}
    for is_entry, handle, alpha, beta, v, file, line, back in seen["calls"]:
        node = oracle.node_of(handle)
        if node is not None:
            returned = tuple(back) if type(back) is list else back
            best = None if node.label in drawn else v
            call = HandedOn(
                alpha=alpha,
                beta=beta,
                v=best,
                returned=returned,
                place=place(file, line),
                is_entry=is_entry,
            )
            calls[node.label] = calls.get(node.label, call).then(call)
    asked: dict[str, Place] = {}
    stacks: dict[str, Labels] = {}
    for handle, file, line, stack in seen["asked"]:
        node, asked_from = oracle.node_of(handle), place(file, line)
        if node is not None and asked_from is not None:
            asked.setdefault(node.label, asked_from)
        lying = [oracle.node_of(each) for each in stack or ()]
        if node is not None and stack is not None and None not in lying:
            labels = tuple([each.label for each in lying if each is not None])
            stacks.setdefault(node.label, labels)
    visited = tuple(oracle.tree.nodes[index].label for index in oracle.record.visited)
    return Recording(visited, calls, asked, _from_the_bottom(stacks))


def _drawn(tree: GameTree) -> frozenset[str]:
    """The outcomes of chance, of which none is the best so far."""
    chances = (node for node in tree.nodes if node.to_move == CHANCE)
    return frozenset(tree.nodes[i].label for node in chances for i in node.children)


def _from_the_bottom(stacks: Mapping[str, Labels]) -> dict[str, Labels]:
    """The stacks with their tops last: what lies below the top stays as it is.

    Some take from the front of a list, and put there what they find.
    """
    upwards = {label: lying[::-1] for label, lying in stacks.items()}
    as_it_is, turned = map(_staying, (stacks, upwards))
    return upwards if turned > as_it_is else dict(stacks)


def _staying(stacks: Mapping[str, Labels]) -> int:
    """How many entries stay from stack to stack, counted from the first of each."""
    staying = (
        takewhile(lambda entries: entries[0] == entries[1], zip(*both, strict=False))
        for both in pairwise(stacks.values())
    )
    return sum(1 for entries in staying for _ in entries)
