"""Whether something stays from one call to the next, which no search may count on.

A function that is asked again about the same node in the same window must do the same
again. And a search must not see whether two states of a tree are the same position: it
is judged by the visits of one that remembers none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from autograder.answers.file import Answers
from autograder.assignment.questions import Case
from autograder.judging.result import come_alike, first_difference
from autograder.observing.observation import (
    CallRequest,
    Observation,
    Observed,
    requests_of,
)
from autograder.observing.outcome import Fault
from autograder.trees.tree import GameTree

REPEATED, UNIQUE = "#", "~"  # in the labels of a position that comes again
TELLS_NOTHING = {
    "flood",
    "grader",
    "hurried",
    "killed",
    "late",
    "memory",
    "not_run",
    "violation",
}


@dataclass(frozen=True, slots=True)
class Kept:
    """Two calls that should have done the same: they were about `at`, alike in all.

    `again` came later, after other calls in the same game. Or else, where the
    difference is one of `positions`, `first` was in a tree in which all positions
    differ, with the labels of the other. All that may have been on another tree, which
    `elsewhere` names. What is `harmless` has changed nothing of what counts.
    """

    first: Observation
    again: Observation
    at: str
    positions: bool = False
    elsewhere: str = ""
    harmless: bool = False

    @property
    def is_table(self) -> bool:
        """Whether what was known was not asked for, and the same came of that."""
        unasked = set(self.again.visited) <= {self.at}
        return self.positions or (unasked and come_alike(self.first, self.again))


def requests(case: Case, answers: Answers) -> tuple[CallRequest, ...]:
    """Calls in one game, each of them twice: at some inner nodes, and at the root.

    Those at inner nodes come first, where nothing can have been kept yet.
    """
    calls = requests_of(case.question, case.tree)
    once = (*_inside(case, answers), *calls[::-1])
    return (*once, *once)


def _inside(case: Case, answers: Answers) -> tuple[CallRequest, ...]:
    """Recorded calls at the last inner node, and at one with the fewest below it."""
    question = case.question
    recorded = answers.questions[question.name][question.accept[0]].alone
    index_of = {node.label: index for index, node in enumerate(case.tree.nodes)}
    sizes = case.tree.searched.subtree_sizes()
    calls = [
        CallRequest(
            function=name,
            names=arguments,
            arguments=tuple(given),
            at=index_of[label],
            orders=question.orders,
            peeks=question.peeks,
        )
        for name in case.functions()
        for arguments in (question.signature.named(name).arguments,)
        for label, *given in recorded[name]
        if 1 < sizes[index_of[label]] < sizes[0]
    ]
    last = sorted(calls, key=lambda call: call.at)[-1:]
    small = sorted(calls, key=lambda call: sizes[call.at])[:1]
    return tuple(dict.fromkeys((*last, *small)))


def kept(
    case: Case, observed: Observed, calls: Sequence[tuple[CallRequest, Observation]]
) -> Kept | None:
    """What shows that a submission keeps something, in the calls of `requests`.

    `observed` is what it did in a process of its own. None where nothing shows.
    """
    once = len(calls) // 2
    pairs = [
        (case.tree.nodes[request.at].label, first, again)
        for (request, first), (_, again) in zip(calls[:once], calls[once:], strict=True)
    ]
    value_call = observed.calls[0]
    at_the_root = (case.tree.root.label, value_call, calls[once - 1][1])
    return next(_differing([*reversed(pairs), at_the_root]), None)


def kept_positions(case: Case, observed: Observed, told_apart: Observed) -> Kept | None:
    """What shows that positions are kept, by a tree on which none comes again."""
    at = case.tree.root.label
    pairs = zip(told_apart.calls, observed.calls, strict=True)
    rows = [(at, _relabelled(first, case.tree), again) for first, again in pairs]
    found = next(_differing(rows), None)
    return replace(found, positions=True) if found else None


def is_harmless(case: Case, observed: Observed, in_turn: Observed) -> bool:
    """Whether a table has changed nothing of what a submission did in a test.

    Nothing else came of the search function's call where it was the first, `in_turn`,
    and of the value's in a tree in which no position comes again.
    """
    pairs = zip(observed.calls, reversed(in_turn.calls), strict=True)
    rows = [("", first, _relabelled(again, case.tree)) for first, again in pairs]
    return next(_differing(rows), None) is None


def with_unique_positions(tree: GameTree) -> GameTree | None:
    """The tree with each node a position of its own; None if it is one already."""
    if not any(REPEATED in node.label for node in tree.nodes):
        return None
    nodes = [replace(n, label=n.label.replace(REPEATED, UNIQUE)) for n in tree.nodes]
    unique = len({node.label for node in nodes}) == len(nodes)
    return replace(tree, nodes=tuple(nodes)) if unique else None


def _relabelled(call: Observation, tree: GameTree) -> Observation:
    """A call on the tree with unique positions, in the labels of the other."""
    own = {label.replace(REPEATED, UNIQUE): label for label in tree.labels()}
    own |= {label: label for label in tree.labels()}
    outcome = call.outcome
    if not isinstance(outcome, Fault) and outcome.kind == "str":
        outcome = replace(outcome, text=own.get(outcome.text, outcome.text))
    visited = tuple(own[label] for label in call.visited)
    return replace(call, visited=visited, outcome=outcome)


def _differing(rows: Sequence[tuple[str, Observation, Observation]]) -> Iterator[Kept]:
    for at, first, again in rows:
        both = (first, again)
        if all(map(_tells, both)) and first_difference(first, again) is not None:
            yield Kept(first, again, at)


def _tells(call: Observation) -> bool:
    """Whether what came of a call is its own doing, and no other's in its worker."""
    outcome = call.outcome
    if not isinstance(outcome, Fault):
        return True
    return outcome.kind not in TELLS_NOTHING and outcome.stage != "unreached"
