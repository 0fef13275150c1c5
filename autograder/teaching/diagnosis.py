"""Name the misconception that explains all tests of a question, if there is one.

A diagnosis changes no points. It is made only where every test of the question was run,
and it has a ground: on how many tests a mistake foretold exactly what was seen. Where
all mistakes that fit are of one family it names that, where they are two it names both,
where they are a few it lists them, and where they are many it names none.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from autograder.game import MAX, MIN
from autograder.judging.alone import AloneCheck
from autograder.judging.compare import CaseResult, finds_the_value
from autograder.judging.verdicts import Verdict
from autograder.observing.outcome import Fault
from autograder.teaching.behaviour import (
    LETTERS,
    OF_SEARCH,
    OF_VALUE,
)
from autograder.teaching.catalogue import (
    SEARCH,
    Catalogue,
    Misconception,
    Variant,
    apart,
    digests,
    is_diagnosed,
)
from autograder.trees.tree import GameTree

NOT_OBSERVED = {"grader", "module", "not_run"}  # faults that tell nothing of the code
MOST_TITLES = 6  # of a family, in a report
NEARLY = 0.85  # of all tests, that must be foretold where not all are
LEAST_TESTS = 6  # that tell of a mistake which does not foretell all of them

Both = tuple[Misconception, Misconception]
TREES = "trees"  # what the code was tried on
MANY = "one of {} mistakes that look the same on these trees"
WHERE = {  # what several mistakes have in common, if nothing else
    MAX: f"{MANY}, where MAX is to move",
    MIN: f"{MANY}, where MIN is to move",
    SEARCH: f"{MANY}, in the search function",
}


class Told(Protocol):
    """A mistake, whatever is known of it besides."""

    @property
    def name(self) -> str:
        """By which it is known."""
        ...

    @property
    def title(self) -> str:
        """What the code does, in a few words."""
        ...

    @property
    def text(self) -> str:
        """Why that is wrong, a line a paragraph, with a question at the end."""
        ...


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What the report says: `key` for programs, the other two for the student."""

    key: str
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen of a submission on all trees, and what it rules out.

    `right` holds the players whose functions were right alone wherever they were judged
    so, `wrong` those of whom one was not; `failed` the places of the trees that failed,
    `found` of those on which the value and its visits are right, and `misplayed` of
    those on which the action is not the best.
    """

    digests: tuple[str, ...]
    whole: str
    bare: str
    failed: frozenset[int]
    found: frozenset[int] = field(default=frozenset())
    misplayed: frozenset[int] = field(default=frozenset())
    right: frozenset[str] = field(default=frozenset())
    wrong: frozenset[str] = field(default=frozenset())

    def contradicts(self, known: Misconception) -> bool:
        """Whether a function alone was seen to be right that would be wrong, or so."""
        if known.place not in (MAX, MIN):
            return False
        other = MIN if known.place == MAX else MAX
        return known.place in self.right or other in self.wrong


def diagnose(results: Sequence[CaseResult], known: Catalogue) -> Diagnosis | None:
    """What explains the results of all tests of a question; None if nothing does.

    Those of large trees are left out.
    """
    results = [result for result in results if is_diagnosed(result.case.tree)]
    if all(result.verdict is Verdict.CORRECT for result in results):
        return None
    keeping = [result.kept for result in results if result.kept and result.keeps]
    if not all(kept.positions for kept in keeping):
        return None  # what stays from one call to the next is told, and no line blamed
    of = {result.case.tree_name: result for result in results}
    if of.keys() != set(known.fingerprints) or not all(map(_is_observed, results)):
        return None
    found = [of[name] for name in known.fingerprints]
    return _exactly(found, known) if keeping else explained(found, known)


def _exactly(results: Sequence[CaseResult], known: Catalogue) -> Diagnosis | None:
    """The mistake that foretells all that was seen: one may be to take two for one."""
    whole = "".join(_seen(results, known).digests)
    found = [
        m for m in known.misconceptions if any(v.digests == whole for v in m.variants)
    ]
    return _of_several(found, _ground(len(results)))


def explained(results: Sequence[CaseResult], known: Catalogue) -> Diagnosis | None:
    """What explains the results, in the order of the catalogue's trees."""
    seen = _seen(results, known)
    fitting = [each for each in known.misconceptions if not seen.contradicts(each)]
    if all(map(finds_the_value, results)):
        return _of_search(seen, fitting, known)
    text = "".join(seen.digests)
    whole = [m for m in fitting if any(v.digests == text for v in m.variants)]
    values = [m for m in fitting if any(_agrees(v, seen, OF_VALUE) for v in m.variants)]
    count = len(results)
    if whole or values:
        with_one = _pairs_with(known, seen, values) if not whole else []
        if len(with_one) == 1:
            return of_pairs(with_one, _ground(count), TREES)
        cause = _ground(count) if whole else _ground_of_values(count, count)
        return _of_several(whole or values, cause)
    return (
        of_pairs(_pairs(known, seen, seen.whole), _ground(count), TREES)
        or of_pairs(
            _pairs(known, seen, seen.bare), _ground_of_values(count, count), TREES
        )
        or _nearly(seen, fitting)
    )


def _of_search(
    seen: Seen, fitting: Iterable[Misconception], known: Catalogue
) -> Diagnosis | None:
    """What explains an action, where each value is right."""
    text, count = "".join(seen.digests), len(seen.digests)
    left = [m for m in fitting if any(v.digests == text for v in m.variants)]
    if left:
        return _of_several(left, _ground(count))
    if not seen.misplayed:
        return None
    roots = [m for m in fitting if m.place == SEARCH]
    alike = [m for m in roots if any(_agrees(v, seen, OF_SEARCH) for v in m.variants)]
    return of_pairs(
        _pairs(known, seen, seen.whole), _ground(count), TREES
    ) or _of_several(alike, _ground_of_search(count))


def _agrees(variant: Variant, seen: Seen, part: slice) -> bool:
    """Whether a part of what was done is as foretold on all trees."""
    found, place = variant.digests, part.start or 0
    return all(
        found.startswith(digest[part], number * LETTERS + place)
        for number, digest in enumerate(seen.digests)
    )


def _seen(results: Sequence[CaseResult], known: Catalogue) -> Seen:
    behaviours = [known.reader(r.case).behaviour(r.observed) for r in results]
    whole, bare = digests(behaviours)
    failed = {i for i, r in enumerate(results) if r.verdict is not Verdict.CORRECT}
    found = {i for i, result in enumerate(results) if finds_the_value(result)}
    misplayed = {
        i
        for i, result in enumerate(results)
        for finding in result.findings
        if finding.facet == "action" and finding.verdict is not Verdict.CORRECT
    }
    return Seen(
        tuple(each.digest() for each in behaviours),
        whole,
        bare,
        frozenset(failed),
        frozenset(found),
        frozenset(misplayed),
        *_alone(results),
    )


def _alone(results: Sequence[CaseResult]) -> tuple[frozenset[str], frozenset[str]]:
    """The players whose functions were right alone each time, and who were not.

    One that is wrong where the game is over is not right; but neither is it wrong:
    the test for the end may stand in a third function. Nor is one right that never
    called the other: above leaves many a mistake does not show.
    """
    judged: dict[str, list[bool]] = {MAX: [], MIN: []}
    ends: set[str] = set()
    separated: set[str] = set()
    for result in results:
        signature = result.case.question.signature
        if result.wrong_end is not None:
            ends.add(signature.named(result.wrong_end.observation.function).mover)
        for finding in result.findings:
            if finding.alone is None or finding.verdict is Verdict.NOT_SEPARATED:
                continue
            mover = signature.named(finding.facet).mover
            telling = _is_telling(finding.alone, result.case.tree)
            if finding.alone.alone and telling and mover in judged:
                judged[mover].append(finding.verdict is Verdict.CORRECT)
                separated |= {mover} if finding.alone.observation.asked else set()
    right = {who for who in separated if all(judged[who])}
    wrong = {who for who, found in judged.items() if not all(found)}
    return frozenset(right - ends), frozenset(wrong)


def _is_telling(check: AloneCheck, tree: GameTree) -> bool:
    """Whether what a function did alone is its own: not what a helper did below it."""
    nodes = tree.searched.nodes
    above_leaves = not any(nodes[child].children for child in check.node.children)
    return above_leaves or bool(check.observation.asked)


def _is_observed(result: CaseResult) -> bool:
    outcomes = [call.outcome for call in result.observed.calls]
    return not any(isinstance(o, Fault) and o.kind in NOT_OBSERVED for o in outcomes)


def _nearly(seen: Seen, fitting: Iterable[Misconception]) -> Diagnosis | None:
    """The mistakes that foretell most values, where these are nearly all."""
    count = len(seen.digests)
    if count < LEAST_TESTS:
        return None
    least = math.ceil(NEARLY * count)
    score = {
        m.name: max(_foretold(seen, v.digests, least) for v in m.variants)
        for m in fitting
    }
    most = max(score.values(), default=0)
    if not most:
        return None
    best = [m for m in fitting if score[m.name] == most]
    return _of_several(best, _ground_of_values(most, count))


def _foretold(seen: Seen, digests: str, least: int) -> int:
    """On how many tests value and visits are as foretold.

    0 if these are fewer than so many, or few of those that failed, or where something
    else is foretold of what the code does right: a second mistake would not mend that.
    """
    can_differ = len(seen.digests) - least
    differing: list[int] = []
    for place, digest in enumerate(seen.digests):
        if not digests.startswith(digest[OF_VALUE], place * LETTERS):
            differing.append(place)
            if len(differing) > can_differ or place in seen.found:
                return 0
    failures = len(seen.failed.difference(differing))
    return len(seen.digests) - len(differing) if 2 * failures >= len(seen.failed) else 0


def _of_several(left: Collection[Misconception], ground: str) -> Diagnosis | None:
    """The mistake that is left, or the family, or those that cannot be told apart."""
    if not left:
        return None
    families = dict.fromkeys(each.family for each in left)
    if len(left) == 1:
        (only,) = left
        return Diagnosis(only.name, only.title, (*_paragraphs(only), ground))
    titles = [f"– {each.title}" for each in list(left)[:MOST_TITLES]]
    if len(families) == 1:
        (family,) = families
        first = "On these trees several mistakes look the same. It is one of these:"
        return Diagnosis(family, family, (first, *titles, ground))
    if len(left) == 2:
        one, other = left
        title = f"{one.title}; or: {_lowered(other.title)}"
        told = [
            line for each in left for line in (f"– {each.title}", *_paragraphs(each))
        ]
        first = "On these trees two mistakes look the same:"
        return Diagnosis(f"{one.name} or {other.name}", title, (first, *told, ground))
    if len(left) > MOST_TITLES:
        return None
    first = (
        "On these trees mistakes of several kinds look the same. It is one of these:"
    )
    place, *others = {each.place for each in left}
    title = (MANY if others else WHERE.get(place, MANY)).format(len(left))
    key = " or ".join(each.name for each in left)
    return Diagnosis(key, title, (first, *titles, ground))


def _ground(count: int) -> str:
    return f"This foretells exactly what was seen in each of the {count} tests."


def _ground_of_search(count: int) -> str:
    """Where what was done for the value is right, and the rest is as foretold."""
    return (
        "This foretells the actions that were chosen, and what was visited for them, "
        f"in each of the {count} tests."
    )


def _ground_of_values(foretold: int, count: int) -> str:
    """Why a mistake is believed that foretells the values, but not all the rest."""
    others = count - foretold
    if not others:
        tests, rest = f"each of the {count} tests", "your search function did besides"
    else:
        tests = f"{foretold} of {count} tests"
        rest = f"was seen in the other {f'{others} tests' if others > 1 else 'test'}"
    return (
        f"This foretells the values and visits that were seen in {tests}. It does not "
        f"explain what {rest}."
    )


def _pairs(known: Catalogue, seen: Seen, digest: str) -> list[Both]:
    """The pairs with that digest of which a half explains something by itself."""
    if digest not in known.digests_of_pairs:
        return []
    place = 0 if digest == seen.whole else 1
    pairs = [
        (known.by_name[first], known.by_name[second])
        for (first, second), text in known.pairs.items()
        if digest in text and digest in apart(text)[place::2]
    ]
    return [pair for pair in pairs if _is_explained(pair, seen)]


def _pairs_with(
    known: Catalogue, seen: Seen, alike: Collection[Misconception]
) -> list[Both]:
    """The pairs that do all that was seen, with one of these."""
    pairs = _pairs(known, seen, seen.whole)
    return [pair for pair in pairs if any(half in alike for half in pair)]


def _is_explained(pair: Both, seen: Seen) -> bool:
    if any(map(seen.contradicts, pair)) and len({half.place for half in pair}) == 1:
        return False
    return any(
        v.on(i)[OF_VALUE] == seen.digests[i][OF_VALUE]
        for half in pair
        for v in half.variants
        for i in seen.failed
    )


def of_pairs(
    pairs: Sequence[tuple[Told, ...]], ground: str, tried: str
) -> Diagnosis | None:
    """One pair, or the one mistake that all pairs have in common.

    `tried` is what the code was tried on, in the plural.
    """
    if len(pairs) == 1:
        first, second = pairs[0]
        return Diagnosis(
            f"{first.name} + {second.name}",
            f"two mistakes: {_lowered(first.title)}; {_lowered(second.title)}",
            (
                f"1. {first.title}",
                *_paragraphs(first),
                f"2. {second.title}",
                *_paragraphs(second),
                ground,
            ),
        )
    common = [
        each
        for each in (pairs[0] if pairs else ())
        if all(each in pair for pair in pairs)
    ]
    if len(common) != 1:
        return None
    (only,) = common
    more = f"There is a second mistake besides, which these {tried} cannot name."
    return Diagnosis(f"{only.name} + ?", only.title, (*_paragraphs(only), more))


def _paragraphs(one: Told) -> tuple[str, ...]:
    return tuple(line for line in one.text.split("\n") if line)


def _lowered(title: str) -> str:
    """A title within a sentence; a name such as MAX keeps its capitals."""
    return title if title[1:2].isupper() else title[0].lower() + title[1:]
