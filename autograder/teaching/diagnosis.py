"""Name the misconception that explains all tests of a question, if there is one.

A diagnosis changes no points. It is made only where every test of the question was
run, and only if a single misconception, a single family or a single pair is left.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from autograder.judging.compare import CaseResult, finds_the_value
from autograder.judging.outcome import Fault
from autograder.judging.verdicts import Verdict
from autograder.teaching.catalogue import (
    Behaviour,
    Catalogue,
    Misconception,
    Pair,
    behaviour_of,
    digests,
    is_diagnosed,
)

NOT_OBSERVED = {"grader", "module", "not_run"}  # faults that tell nothing of the code
MOST_TITLES = 6  # of a family, in a report


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What the report says: `key` for programs, the other two for the student."""

    key: str
    title: str
    lines: tuple[str, ...]


def diagnose(results: Sequence[CaseResult], known: Catalogue) -> Diagnosis | None:
    """What explains the results of all tests of a question; None if nothing does.

    Those of large trees are left out.
    """
    results = [result for result in results if is_diagnosed(result.case.tree)]
    if all(result.verdict is Verdict.CORRECT for result in results):
        return None
    if {result.case.tree_name for result in results} != set(known.fingerprints):
        return None
    if not all(map(_is_observed, results)):
        return None
    found = {r.case.tree_name: behaviour_of(r.observed, r.case.tree) for r in results}
    whole, bare = digests(found)
    wrong_values = not all(map(finds_the_value, results))
    same = [each for each in known.misconceptions if each.behaviours == found]
    pairs = [pair for pair, made in known.pairs.items() if made[0] == whole]
    if same or not wrong_values:
        return _of_singles(same) or _of_pairs(known, pairs)
    alike = _alike_but_for_actions(known, found)
    with_one = [pair for pair in pairs if any(each.name in pair for each in alike)]
    alike_pairs = [pair for pair, made in known.pairs.items() if made[1] == bare]
    return (
        (_of_pairs(known, with_one) if len(with_one) == 1 else None)
        or _of_singles(alike)
        or _of_pairs(known, pairs)
        or _of_pairs(known, alike_pairs)
    )


def _alike_but_for_actions(
    known: Catalogue, found: Mapping[str, Behaviour]
) -> list[Misconception]:
    """Those whose search for the value does the same; the search may differ."""
    bare = {tree: behaviour.without_action() for tree, behaviour in found.items()}
    return [
        each
        for each in known.misconceptions
        if {tree: b.without_action() for tree, b in each.behaviours.items()} == bare
    ]


def _is_observed(result: CaseResult) -> bool:
    outcomes = [call.outcome for call in result.observed.calls]
    return not any(isinstance(o, Fault) and o.kind in NOT_OBSERVED for o in outcomes)


def _of_singles(left: Collection[Misconception]) -> Diagnosis | None:
    families = {each.family for each in left}
    if len(families) != 1:
        return None
    if len(left) == 1:
        (only,) = left
        return Diagnosis(only.name, only.title, _told(only))
    (family,) = families
    titles = [f"– {each.title}" for each in list(left)[:MOST_TITLES]]
    first = "On these trees several mistakes look the same. It is one of these:"
    return Diagnosis(family, family, (first, *titles))


def _of_pairs(known: Catalogue, pairs: Sequence[Pair]) -> Diagnosis | None:
    """One pair, or the one mistake that all pairs have in common."""
    by_name = {each.name: each for each in known.misconceptions}
    if len(pairs) == 1:
        first, second = (by_name[name] for name in pairs[0])
        return Diagnosis(
            f"{first.name} + {second.name}",
            f"two mistakes: {_lowered(first.title)}; {_lowered(second.title)}",
            (f"1. {first.title}", *_told(first), f"2. {second.title}", *_told(second)),
        )
    common = set.intersection(*map(set, pairs)) if pairs else set()
    if len(common) != 1:
        return None
    (name,) = common
    only = by_name[name]
    more = "There is a second mistake besides, which these trees cannot name."
    return Diagnosis(f"{name} + ?", only.title, (*_told(only), more))


def _told(one: Misconception) -> tuple[str, ...]:
    return tuple(line for line in one.text.split("\n") if line)


def _lowered(title: str) -> str:
    """A title within a sentence; a name such as MAX keeps its capitals."""
    return title if title[1:2].isupper() else title[0].lower() + title[1:]
