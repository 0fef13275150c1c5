"""What a submission did on one tree, as far as a diagnosis compares it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from autograder.judging.bounds import returned
from autograder.judging.observation import Observed
from autograder.judging.outcome import Fault, Outcome, Returned
from autograder.trees.tree import GameTree

DIGITS = 8  # of a digest, in hexadecimal


@dataclass(frozen=True, slots=True)
class Behaviour:
    """The value, the set of nodes visited for it, and the action, as short texts.

    `visits` numbers the nodes in the order of the tree, `0-4 7 9-12`. An action stands
    as what it is worth: which of equal actions is taken tells nothing.
    """

    value: str
    visits: str
    action: str

    def without_action(self) -> Behaviour:
        """What `max_value` and `min_value` did; the search function does not count."""
        return Behaviour(self.value, self.visits, "")


def behaviour_of(observed: Observed, tree: GameTree) -> Behaviour:
    """The behaviour that was observed on a tree."""
    value_call, search_call = observed.calls
    number = {node.label: index for index, node in enumerate(tree.nodes)}
    visited = sorted({number[label] for label in value_call.visited})
    action = _action(search_call.outcome, tree)
    return Behaviour(_text(value_call.outcome), _runs(visited), action)


def _action(outcome: Outcome, tree: GameTree) -> str:
    """What the chosen action is worth, or what was returned in its place."""
    worth = returned(tree, range(len(tree.nodes)))
    for child in tree.root.children:
        if isinstance(outcome, Returned) and outcome.text == tree.nodes[child].label:
            return f"{outcome.kind} worth {worth[child]:.12g}"
    return _text(outcome)


def _text(outcome: Outcome) -> str:
    """A number or an action itself; of all else the kind."""
    if isinstance(outcome, Fault):
        return " ".join(filter(None, (outcome.kind, outcome.type)))
    if outcome.number is not None:
        return f"{outcome.number + 0.0:.12g}"  # there is but one zero
    return f"'{outcome.text}'" if outcome.kind == "str" else outcome.kind


def _runs(numbers: Iterable[int]) -> str:
    """Ascending numbers, each run of neighbours as its first and its last."""
    runs = []
    for _, members in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        run = [number for _, number in members]
        runs.append(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}")
    return " ".join(runs)


def digest(behaviours: Mapping[str, Behaviour]) -> str:
    """A short text that differs where what was done on some tree does."""
    made = hashlib.sha256()
    for tree, behaviour in sorted(behaviours.items()):
        row = (tree, behaviour.value, behaviour.visits, behaviour.action)
        made.update(repr(row).encode())
    return made.hexdigest()[:DIGITS]


def digests(behaviours: Mapping[str, Behaviour]) -> tuple[str, str]:
    """Two digests: of all that was done, and of all but the actions."""
    bare = {tree: found.without_action() for tree, found in behaviours.items()}
    return digest(behaviours), digest(bare)
