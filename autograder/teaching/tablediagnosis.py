"""Name the mistake that explains a table, or the one group of rows that is missed."""

from __future__ import annotations

from collections.abc import Sequence

from autograder.answers.tables import Results, TableAnswers
from autograder.assignment.questions import FEEDBACK
from autograder.assignment.tables import RESULT
from autograder.judging.tables import TableResult, are_alike, shows
from autograder.judging.verdicts import Verdict
from autograder.teaching.causes import (
    Diagnosis,
    Evidence,
    Explained,
    Foretold,
    MissedGroup,
    one_of,
    together,
)
from autograder.teaching.diagnosis import NOT_OBSERVED
from autograder.text import clean

FULL = FEEDBACK[0]
SHOWN = 80  # characters of a group's name, and of a call
ROWS = "rows"  # what the code was tried on


def diagnose(
    results: Sequence[TableResult], answers: TableAnswers, *, all_shown: bool = True
) -> Diagnosis | None:
    """What explains tests of a table: a known mistake, or the one group missed.

    Where not `all_shown`, these are those that students see.
    """
    wrong = [each for each in results if each.verdict is not Verdict.CORRECT]
    if not wrong or any(map(_is_unseen, results)):
        return None
    if any(each.test.question.asks_for(RESULT) for each in results):
        evidence = Evidence(Foretold.ALL, len(results), len(results))
        if foretelling := [m for m in answers.mistakes if _foretells(m.shows, results)]:
            return one_of(foretelling, evidence, ROWS)
        if two := _two(answers, results, evidence):
            return two
    if len(wrong) > 1 or len(results) == 1 or not _has_groups(results):
        return None
    return _missed(wrong[0], all_shown=all_shown)


def _missed(result: TableResult, *, all_shown: bool) -> MissedGroup:
    """The group of a test, and which of its rows are wrong, if these are not all."""
    test = result.test
    rows = dict.fromkeys(row.seen.row for f in result.findings for row in f.wrong)
    wrong = tuple(clean(test.call(row), SHOWN) for row in rows)
    return MissedGroup(
        group=clean(test.about, SHOWN),
        rows=len(test.rows),
        wrong=wrong if len(wrong) < len(test.rows) else (),
        among_all=all_shown,
        calls_shown=test.feedback == FULL,
    )


def _two(
    answers: TableAnswers, results: Sequence[TableResult], evidence: Evidence
) -> Explained | None:
    """Two mistakes that foretell all together, or one that all such have in common."""
    of = {each.name: each for each in answers.mistakes}
    foretelling = [pair for pair in answers.pairs if _foretells(pair.shows, results)]
    named = [tuple(of[name] for name in pair.names) for pair in foretelling]
    return together(named, evidence, ROWS)


def _has_groups(results: Sequence[TableResult]) -> bool:
    """Whether rows stand in groups, and not each by itself."""
    return any(len(each.test.rows) > 1 for each in results)


def _is_unseen(result: TableResult) -> bool:
    """Whether nothing was seen of the function itself."""
    return any(seen.outcome.kind in NOT_OBSERVED for seen in result.observed.rows)


def _foretells(foretold: Results, results: Sequence[TableResult]) -> bool:
    """Whether all that was seen is what a mistake shows."""
    return all(
        each.test.about in foretold
        and are_alike(
            each.test,
            shows(each.test, [seen.outcome for seen in each.observed.rows]),
            foretold[each.test.about],
        )
        for each in results
    )
