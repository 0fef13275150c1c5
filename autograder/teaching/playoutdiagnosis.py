"""Name the mistake that explains the playouts of a search."""

from __future__ import annotations

from collections.abc import Sequence

from autograder.answers.playouts import Mistaken, PlayoutAnswers, digest
from autograder.judging.playouts import PlayoutResult
from autograder.judging.verdicts import Verdict
from autograder.observing.outcome import Fault
from autograder.teaching.causes import Diagnosis, Evidence, Foretold, one_of
from autograder.teaching.diagnosis import NOT_OBSERVED

TREES = "trees"  # what the code was tried on


def diagnose(
    results: Sequence[PlayoutResult], answers: PlayoutAnswers
) -> Diagnosis | None:
    """The mistake that shows, on each tree, what was seen there; or its family."""
    if all(each.verdict is Verdict.CORRECT for each in results):
        return None
    if any(each.came.kind in NOT_OBSERVED for each in results):
        return None
    evidence = Evidence(Foretold.ALL, len(results), len(results))
    shown = {each.test.about: shows(each) for each in results}
    foretelling = [m for m in answers.mistakes if _foretells(m, shown)]
    return one_of(foretelling, evidence, TREES)


def shows(result: PlayoutResult) -> str:
    """What is seen of a search on a tree, as a catalogue knows it."""
    outcome = result.came
    if isinstance(outcome, Fault):
        return digest(result.observed.played, outcome.type or outcome.kind)
    return digest(result.observed.played, str(outcome))


def _foretells(mistake: Mistaken, shown: dict[str, str]) -> bool:
    """Whether one of the programs that have a mistake shows all that was seen."""
    return any(
        all(program[tree] == seen for tree, seen in shown.items())
        for program in mistake.programs
    )
