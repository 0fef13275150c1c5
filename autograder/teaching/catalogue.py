"""The catalogue of a question's misconceptions: their words and what they do.

It is computed by `python -m autograder answers` and stands beside the answers, so
that a diagnosis needs no reference. Of two misconceptions together it holds digests.
"""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from autograder.answers.file import BROKEN, FOLDER, REMEDY, indented
from autograder.assignment.questions import Assignment
from autograder.errors import UntoldError
from autograder.files import content_of
from autograder.teaching.behaviour import LETTERS, OF_VALUE, Behaviour
from autograder.trees.tree import GameTree

MOST_NODES = 1_000  # within the horizon of a tree on which misconceptions are run
MOST_BEYOND = 10_000  # of such a tree with what lies beyond, where some of them go
OF_PAIR = 6  # letters of a digest of two mistakes, of six bits each
PARTED = " | "
DIGESTS = 4  # of a pair in one style
SUFFIX = ".misconceptions.json"
BEGINS = b'{\n "source": '  # how a file of this form does
Pair = tuple[str, str]  # the names of two mistakes, in the order of the catalogue


def digests(behaviours: Sequence[Behaviour]) -> tuple[str, str]:
    """Two digests: of all that was done, and of all but what the search did."""
    each = [behaviour.digest() for behaviour in behaviours]
    return _digest(each), _digest([digest[OF_VALUE] for digest in each])


def _digest(texts: Sequence[str]) -> str:
    hashed = hashlib.sha256("\n".join(texts).encode()).digest()
    return b64encode(hashed).decode()[:OF_PAIR]


def apart(digests_of_pair: str) -> tuple[str, ...]:
    """The digests of a pair, DIGESTS a style."""
    starts = range(0, len(digests_of_pair), OF_PAIR)
    return tuple(digests_of_pair[start : start + OF_PAIR] for start in starts)


@dataclass(frozen=True, slots=True)
class Variant:
    """What a mistake does in some styles: the digests of all trees in one text.

    `styles` names them, parted by `PARTED`.
    """

    digests: str
    styles: str

    def on(self, place: int) -> str:
        """The digest of the tree at this place."""
        return self.digests[place * LETTERS : (place + 1) * LETTERS]

    def of(self, places: Sequence[int], *, first: bool) -> Variant:
        """The variant on the trees at these places, which may be the `first` ones."""
        if first:
            return Variant(self.digests[: len(places) * LETTERS], self.styles)
        return Variant("".join(map(self.on, places)), self.styles)


@dataclass(frozen=True, slots=True)
class Misconception:
    """One mistake: what is told of it, where it stands, and all that it does.

    `title` says in a few words what the code does; `text` says why that is not the
    algorithm, and ends with a question. `place` is "max" or "min" where it stands in
    that player's function alone, else "search" or "". It is `plain` where it is the
    likely one of several that look the same.
    """

    name: str
    title: str
    family: str
    text: str
    place: str
    variants: tuple[Variant, ...]
    plain: bool = False


@dataclass(frozen=True)
class Catalogue:
    """All misconceptions of a question, and by pair the digests of both together.

    A pair has four a style, one behind the other: of all tests, with the search and
    without, and of the visible ones. `fingerprints` are those of the trees, the visible
    ones first, in the order of the digests; `source` is the digest of what it is made
    from.
    """

    source: str
    fingerprints: Mapping[str, str]
    misconceptions: tuple[Misconception, ...]
    pairs: Mapping[Pair, str]

    @cached_property
    def by_name(self) -> Mapping[str, Misconception]:
        """Each misconception by its name."""
        return {each.name: each for each in self.misconceptions}

    @cached_property
    def digests_of_pairs(self) -> str:
        """The digests of all pairs in one text: most digests are of none."""
        return " ".join(self.pairs.values())

    def of_visible(self, trees: frozenset[str]) -> Catalogue:
        """What is left when only the visible tests are: these trees.

        Of other trees than the first ones nothing is known of two mistakes together.
        """
        names = tuple(self.fingerprints)
        kept = tuple(place for place, name in enumerate(names) if name in trees)
        first = kept == tuple(range(len(kept)))
        return Catalogue(
            self.source,
            {names[place]: self.fingerprints[names[place]] for place in kept},
            tuple(
                replace(
                    known,
                    variants=tuple(
                        [each.of(kept, first=first) for each in known.variants]
                    ),
                )
                for known in self.misconceptions
            ),
            {p: _of_visible(found) for p, found in self.pairs.items()} if first else {},
        )


def _of_visible(digests_of_pair: str) -> str:
    """The digests of a pair where only the visible tests are."""
    each, half = apart(digests_of_pair), DIGESTS // 2
    styles = range(0, len(each), DIGESTS)
    return "".join("".join(each[s + half : s + DIGESTS] * 2) for s in styles)


def is_diagnosed(tree: GameTree) -> bool:
    """Whether misconceptions are run on a tree: a large one would take hours.

    What lies beyond the horizon counts little, since few of them go there.
    """
    size = len(tree.nodes)
    return size <= MOST_NODES or (size <= MOST_BEYOND and reach(tree) <= MOST_NODES)


def reach(tree: GameTree) -> int:
    """How many nodes a search with the tree's limit goes through at most."""
    nodes, count, waiting = tree.searched.nodes, 0, [0]
    while waiting:
        count += 1
        waiting += nodes[waiting.pop()].children
    return count


def diagnosed(assignment: Assignment) -> Assignment:
    """The part of an assignment of which diagnoses are made."""
    cases = tuple(case for case in assignment.cases if is_diagnosed(case.tree))
    return replace(assignment, tests=cases)


def path_of(assignment: Assignment, question: str) -> Path:
    """Where the catalogue of a question stands."""
    return assignment.folder / FOLDER / f"{question}{SUFFIX}"


def require_form(assignment: Assignment) -> None:
    """Raise UntoldError where a catalogue is of an older form: so are the answers."""
    for question in assignment.questions():
        path = path_of(assignment, question.name)
        try:
            with path.open("rb") as file:
                begins = file.read(len(BEGINS))
        except OSError:
            continue  # it is told when it is to be read
        if begins.startswith(b'{\n "') and begins != BEGINS:
            raise UntoldError(f"{path}: it is of an older form; {REMEDY}")


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
    """Whether each misconception tells of each tree, and pairs are of two of them."""
    letters = LETTERS * len(catalogue.fingerprints)
    return all(
        _is_of_pair(pair, text, catalogue) for pair, text in catalogue.pairs.items()
    ) and all(
        len(variant.digests) == letters
        for known in catalogue.misconceptions
        for variant in known.variants
    )


def _is_of_pair(pair: Pair, text: object, catalogue: Catalogue) -> bool:
    """Whether these are two misconceptions, and that the digests of both together."""
    return (
        all(name in catalogue.by_name for name in pair)
        and isinstance(text, str)
        and len(text) > 0
        and len(text) % (DIGESTS * OF_PAIR) == 0
    )


def dump(catalogue: Catalogue) -> str:
    """The catalogue as a file: a line for what is done, and a line a pair."""
    content = {
        "source": catalogue.source,
        "fingerprints": dict(catalogue.fingerprints),
        "misconceptions": {
            known.name: {
                "title": known.title,
                "family": known.family,
                "text": known.text,
                "place": known.place,
                **({"plain": True} if known.plain else {}),
                "variants": {v.digests: v.styles for v in known.variants},
            }
            for known in catalogue.misconceptions
        },
        "pairs": _by_first(catalogue.pairs),
    }
    return indented(content, "\n") + "\n"


def _by_first(pairs: Mapping[Pair, str]) -> dict[str, dict[str, str]]:
    """The pairs of each with those that follow: one more adds lines, changes none."""
    by_first: dict[str, dict[str, str]] = {}
    for (first, second), text in pairs.items():
        by_first.setdefault(first, {})[second] = text
    return by_first


def parse(text: str) -> Catalogue:
    """The catalogue of a file's text; one of BROKEN is raised if it holds none."""
    content = json.loads(text)
    return Catalogue(
        str(content["source"]),
        dict(content["fingerprints"]),
        tuple(
            Misconception(
                name=name,
                title=str(row["title"]),
                family=str(row["family"]),
                text=str(row["text"]),
                place=str(row["place"]),
                plain=bool(row.get("plain")),
                variants=tuple([Variant(*found) for found in row["variants"].items()]),
            )
            for name, row in content["misconceptions"].items()
        ),
        {
            (first, second): text
            for first, others in content["pairs"].items()
            for second, text in others.items()
        },
    )
