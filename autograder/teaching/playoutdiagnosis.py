"""Name the mistake that explains the playouts of a search."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from operator import eq

from autograder.answers.playouts import Mistaken, PlayoutAnswers, begins_like, shows
from autograder.judging.playouts import PlayoutResult
from autograder.judging.verdicts import Verdict
from autograder.observing.outcome import Fault
from autograder.teaching.causes import Diagnosis, Evidence, Foretold, one_of
from autograder.teaching.diagnosis import LEAST_TESTS, NEARLY, NOT_OBSERVED

TREES = "trees"  # what the code was tried on


def diagnose(
    results: Sequence[PlayoutResult], answers: PlayoutAnswers
) -> Diagnosis | None:
    """The mistake that shows, on each tree, what was seen there; or its family.

    Else the one that goes wrong, on nearly all, where the search does: programs may go
    on otherwise that keep their numbers otherwise.
    """
    if all(each.verdict is Verdict.CORRECT for each in results):
        return None
    if any(each.came.kind in NOT_OBSERVED for each in results):
        return None
    count = len(results)
    seen = {each.test.about: _seen(each) for each in results}
    if foretelling := [m for m in answers.mistakes if _alike(m, seen, eq) == count]:
        return one_of(foretelling, Evidence(Foretold.ALL, count, count), TREES)
    if any(isinstance(each.came, Fault) for each in results):
        return None  # what broke it off tells more
    begun = {m.name: _alike(m, seen, begins_like) for m in answers.mistakes}
    most = max(begun.values(), default=0)
    if most < math.ceil(NEARLY * count) or most < min(count, LEAST_TESTS):
        return None
    best = [m for m in answers.mistakes if begun[m.name] == most]
    return one_of(best, Evidence(Foretold.STARTS, most, count), TREES)


def _seen(result: PlayoutResult) -> str:
    """What is seen of a search on a tree, as a catalogue knows it."""
    outcome, made = result.came, result.observed.played
    came = str(outcome)
    if isinstance(outcome, Fault):
        came = outcome.type or outcome.kind
    return shows(made, came, result.played.playouts)


def _alike(
    mistake: Mistaken, seen: Mapping[str, str], are_alike: Callable[[str, str], bool]
) -> int:
    """On how many trees one of the programs that have a mistake shows what was seen."""
    return max(
        sum(are_alike(program[tree], each) for tree, each in seen.items())
        for program in mistake.programs
    )
