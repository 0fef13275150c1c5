"""The words on a submission that keeps something from one call to the next."""

from __future__ import annotations

from autograder.assignment.questions import OF_SEARCH
from autograder.game import position_of
from autograder.judging.verdicts import Verdict
from autograder.kinds.search.judging import Finding
from autograder.kinds.search.memory import Kept
from autograder.kinds.search.stepwords import NOT_JUDGED
from autograder.observing.observation import Observation
from autograder.observing.outcome import Fault
from autograder.text import few
from autograder.words.faults import (
    A_LINE,
    A_NUMBER,
    AN_ACTION,
    PAYOFFS,
    RETURNED,
    Expected,
    brief,
    came_to,
)

WIDTH = 48  # characters of labels in a sentence
KEEPS = "something stays from one call to the next"
TAKES = "two places of one position are taken for one"
FROM_A_TABLE = "from a table"
WHERE = "is there a global, a default argument such as [] or {}, a table, a cache?"
ELSEWHERE = "It shows on {}."
ASKED_AGAIN = "Asked about {} again after other calls"
TABLE = "is there a table, a cache, a set of what was seen?"


def sentence_of_a_keeper(finding: Finding, kept: Kept) -> str:
    """One sentence on a facet, which blames no line; "" where the usual one does not.

    What else is wrong shows once nothing is kept any more.
    """
    outcome = finding.observation.outcome
    if isinstance(outcome, Fault):
        return ""
    if finding.alone is not None:
        known = finding.verdict in (Verdict.CORRECT, Verdict.NOT_SEPARATED)
        return "" if known else f"{NOT_JUDGED}: {in_short(kept)}"
    function = finding.observation.function
    if finding.verdict is Verdict.WRONG_TYPE:
        expected = wanted(finding).name
        return RETURNED.format(function, brief(outcome), expected)
    return _visits(finding, kept) if finding.verdict is Verdict.WRONG_VISITS else ""


def _visits(finding: Finding, kept: Kept) -> str:
    visits, visited = finding.visits, finding.observation.visited
    if kept.is_table and _skipped_repeats_alone(finding):
        skipped = few(visits.wrongly_skipped, WIDTH)
        return f"took {skipped} {FROM_A_TABLE}; search repeated positions again"
    return f"visited {_nodes(len(visited))}, not the {len(visits.expected)} it should"


def _skipped_repeats_alone(finding: Finding) -> bool:
    """Whether all that was skipped are positions that were met elsewhere."""
    visits = finding.visits
    met = set(map(position_of, finding.observation.visited))
    skipped = set(map(position_of, visits.wrongly_skipped))
    return bool(skipped) and skipped <= met and not visits.wrongly_visited


def kept_sentence(kept: Kept) -> str:
    """What shows that something is kept, and what it may be."""
    short = in_short(kept)
    begin = f"{short[0].upper()}{short[1:]}"
    if kept.elsewhere:
        return f"{begin}: {WHERE} {ELSEWHERE.format(kept.elsewhere)}"
    said = _of_positions if kept.positions else _of_calls
    harmless = " On this tree nothing else came of that." if kept.harmless else ""
    return f"{begin}{said(kept)}{harmless}"


def in_short(kept: Kept) -> str:
    """What is kept, in a few words: within a call, it may be a table by position."""
    return TAKES if kept.positions else KEEPS


def _of_calls(kept: Kept) -> str:
    first, again = kept.first, kept.again
    function = again.function
    told = f"{function} {came_to(again)} without asking the game anything"
    if again.visited or isinstance(again.outcome, Fault):
        came, before = _differing(again, first)
        told = f"{function} {came}, at first it {before}"
    asked = f"{TABLE if kept.is_table else WHERE} {ASKED_AGAIN.format(kept.at)}"
    advice = "What a call does must not depend on those before it."
    return f": {asked}, {told}. {advice}"


def _of_positions(kept: Kept) -> str:
    here, otherwise = _differing(kept.again, kept.first)
    told = f"In this tree {kept.again.function} {here}; in the same tree without"
    advice = "Search a position wherever it comes again."
    return f": {TABLE} {told} repeated positions it {otherwise}. {advice}"


def _differing(one: Observation, other: Observation) -> tuple[str, str]:
    """What two calls came to, told by that in which they differ."""
    came = came_to(one), came_to(other)
    if came[0] != came[1]:
        return came
    counts = len(one.visited), len(other.visited)
    if counts[0] != counts[1]:
        return f"visited {_nodes(counts[0])}", f"visited {_nodes(counts[1])}"
    first, second = next(
        pair
        for pair in zip(one.visited, other.visited, strict=True)
        if len({*pair}) > 1
    )
    return f"visited {first} before {second}", "did not"


def _nodes(count: int) -> str:
    return "1 node" if count == 1 else f"{count} nodes"


def wanted(finding: Finding) -> Expected:
    """What the call of a facet was to return."""
    if finding.facet in OF_SEARCH and not finding.by_value:
        return A_LINE if finding.line else AN_ACTION
    return PAYOFFS if finding.vectors else A_NUMBER
