"""Name the mistake that explains what a student's game says along its lines."""

from __future__ import annotations

from collections.abc import Sequence

from autograder.answers.plays import PlayAnswers
from autograder.answers.tables import Mistaken
from autograder.judging.plays import PlayResult, shows
from autograder.judging.verdicts import Verdict
from autograder.observing.outcome import Fault
from autograder.teaching.causes import Diagnosis, Evidence, Foretold, one_of

LINES = "lines of play"  # what the code was tried on


def diagnose(results: Sequence[PlayResult], answers: PlayAnswers) -> Diagnosis | None:
    """The known mistake that explains tests of a game; None where there is none."""
    is_right = all(each.verdict is Verdict.CORRECT for each in results)
    if is_right or any(isinstance(each.observed.ended, Fault) for each in results):
        return None
    evidence = Evidence(Foretold.ALL, len(results), len(results))
    found = [m for m in answers.mistakes if _foretells(m, results)]
    names = {mistake.name: mistake for mistake in found}
    return one_of([*names.values()], evidence, LINES)


def _foretells(mistake: Mistaken, results: Sequence[PlayResult]) -> bool:
    """Whether all that was seen is what a mistake shows."""
    return all(mistake.shows.get(each.test.about) == shows(each) for each in results)
