"""The catalogue of a question's misconceptions: their words and what they do.

It is computed by `python -m autograder answers` and stands beside the answers, so
that a diagnosis needs no reference. Of two misconceptions together it holds digests.
A behaviour is what was done on one tree, as far as a diagnosis compares it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from autograder.answers.file import BROKEN, FOLDER, REMEDY, indented
from autograder.assignment.questions import Assignment
from autograder.errors import UntoldError
from autograder.files import content_of
from autograder.judging.observation import Observed
from autograder.judging.outcome import Fault, Outcome, Returned
from autograder.trees.tree import GameTree, backed_up, runs

MOST_NODES = 1_000  # of a tree on which misconceptions, thousands with pairs, are run
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
        """What was done for the value; the search function does not count."""
        return Behaviour(self.value, self.visits, "")


def behaviour_of(observed: Observed, tree: GameTree) -> Behaviour:
    """The behaviour that was observed on a tree."""
    value_call, search_call = observed.calls
    number = {node.label: index for index, node in enumerate(tree.nodes)}
    visited = sorted({number[label] for label in value_call.visited})
    action = _action(search_call.outcome, tree)
    return Behaviour(_text(value_call.outcome), runs(visited), action)


def _action(outcome: Outcome, tree: GameTree) -> str:
    """What the chosen action is worth, or what was returned in its place."""
    worth = backed_up(tree, range(len(tree.nodes)))
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


DIGESTS = 4  # of a pair
SUFFIX = ".misconceptions.json"

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Misconception:
    """One mistake: what is told of it, and what it does on each tree, by name.

    `title` says in a few words what the code does; `text` says why that is not the
    algorithm, and ends with a question.
    """

    name: str
    title: str
    family: str
    text: str
    behaviours: Mapping[str, Behaviour]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All misconceptions of a question, and by pair the digests of both together.

    A pair has four: of all tests, with the actions and without, and of the visible
    ones. `fingerprints` are those of the trees.
    """

    fingerprints: Mapping[str, str]
    misconceptions: tuple[Misconception, ...]
    pairs: Mapping[Pair, tuple[str, ...]]

    def of_visible(self, trees: frozenset[str]) -> Catalogue:
        """What is left when only the visible tests are: these trees."""
        return Catalogue(
            {t: text for t, text in self.fingerprints.items() if t in trees},
            tuple(
                replace(
                    known,
                    behaviours={
                        t: found for t, found in known.behaviours.items() if t in trees
                    },
                )
                for known in self.misconceptions
            ),
            {pair: (*found[2:], *found[2:]) for pair, found in self.pairs.items()},
        )


def is_diagnosed(tree: GameTree) -> bool:
    """Whether misconceptions are run on a tree: a large one would take hours."""
    return len(tree.nodes) <= MOST_NODES


def diagnosed(assignment: Assignment) -> Assignment:
    """The part of an assignment of which diagnoses are made."""
    cases = tuple(case for case in assignment.cases if is_diagnosed(case.tree))
    return replace(assignment, cases=cases)


def path_of(assignment: Assignment, question: str) -> Path:
    """Where the catalogue of a question stands."""
    return assignment.folder / FOLDER / f"{question}{SUFFIX}"


def load(assignment: Assignment, question: str) -> Catalogue | None:
    """The catalogue of a question, None if there is none.

    Raises UntoldError if it cannot be used.
    """
    path = path_of(assignment, question)
    try:
        found = parse(content_of(path).decode())
    except FileNotFoundError:
        return None
    except (OSError, *BROKEN) as fault:
        kind = type(fault).__name__
        raise UntoldError(f"{path}: cannot be used ({kind}); {REMEDY}") from None
    if not _is_whole(found):
        raise UntoldError(f"{path}: something is missing from it; {REMEDY}")
    for case in diagnosed(assignment).cases:
        if case.question.name != question:
            continue
        known = found.fingerprints.get(case.tree_name)
        if known != case.tree.fingerprint():
            raise UntoldError(f"{path}: these are stale; {REMEDY}")
    return found


def _is_whole(catalogue: Catalogue) -> bool:
    """Whether each misconception tells of each tree, and each pair is of known ones."""
    names = {known.name for known in catalogue.misconceptions}
    trees = catalogue.fingerprints.keys()
    return names >= {name for pair in catalogue.pairs for name in pair} and all(
        known.behaviours.keys() == trees for known in catalogue.misconceptions
    )


def dump(catalogue: Catalogue) -> str:
    """The catalogue as a file: a line a tree, and a line a pair."""
    content = {
        "fingerprints": dict(catalogue.fingerprints),
        "misconceptions": {
            known.name: {
                "title": known.title,
                "family": known.family,
                "text": known.text,
                "behaviours": {
                    tree: list(asdict(found).values())
                    for tree, found in known.behaviours.items()
                },
            }
            for known in catalogue.misconceptions
        },
        "pairs": {
            " + ".join(pair): " ".join(found) for pair, found in catalogue.pairs.items()
        },
    }
    return indented(content, "\n") + "\n"


def parse(text: str) -> Catalogue:
    """The catalogue of a file's text; one of BROKEN is raised if it holds none."""
    content = json.loads(text)
    return Catalogue(
        dict(content["fingerprints"]),
        tuple(
            Misconception(
                name,
                str(row["title"]),
                str(row["family"]),
                str(row["text"]),
                {tree: Behaviour(*found) for tree, found in row["behaviours"].items()},
            )
            for name, row in content["misconceptions"].items()
        ),
        {_pair(key): _digests(text) for key, text in content["pairs"].items()},
    )


def _digests(text: str) -> tuple[str, ...]:
    found = tuple(text.split())
    if len(found) != DIGESTS:
        raise ValueError(f"expected {DIGESTS} digests, found {len(found)}")
    return found


def _pair(key: str) -> Pair:
    first, second = key.split(" + ")
    return first, second
