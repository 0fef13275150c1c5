"""Name the mistake that explains a table, or the one group of rows that is missed."""

from __future__ import annotations

from collections.abc import Sequence

from autograder.answers.tables import Mistaken, Results, TableAnswers
from autograder.assignment.questions import FEEDBACK
from autograder.assignment.tables import RESULT
from autograder.judging.tables import TableResult, are_alike, shows
from autograder.judging.verdicts import Verdict
from autograder.teaching.diagnosis import MOST_TITLES, NOT_OBSERVED, Diagnosis, of_pairs
from autograder.text import clean, few

ONE_GROUP = "right on all rows but {} of “{}”"
ONE_OF_SHOWN = "right on all rows that are shown but {} of “{}”"
ALIKE = "On these rows several mistakes look the same. It is one of these:"
GROUND = "This foretells exactly what was seen in {}."
FULL = FEEDBACK[0]
GROUP = 80  # characters of a group's name
CALLS = 200  # characters of calls
LOOK_THERE = "What do these rows have in common that the others have not?"
LOOK_AT_IT = "What does it have that the others have not?"
LOOK_AT_THESE = "What do these have in common that the others have not?"


def diagnose(
    results: Sequence[TableResult], answers: TableAnswers, *, all_shown: bool = True
) -> Diagnosis | None:
    """What explains tests of a table: a known mistake, or the one group missed.

    Where not `all_shown`, these are those that students see.
    """
    wrong = [each for each in results if each.verdict is not Verdict.CORRECT]
    if not wrong or any(map(_is_unseen, results)):
        return None
    foretold = [m for m in answers.mistakes if _foretells(m.shows, results)]
    asked = any(each.test.question.asks_for(RESULT) for each in results)
    if foretold and asked:
        return _named(foretold, len(results))
    if asked and (two := _of_two(answers, results)):
        return two
    if len(wrong) > 1 or len(results) == 1 or not _has_groups(results):
        return None
    (only,) = wrong
    about = clean(only.test.about, GROUP)
    title = ONE_GROUP if all_shown else ONE_OF_SHOWN
    those, look = _those(only)
    told = title.format(those, about)
    return Diagnosis(f"only: {about}", told, (look,))


def _those(result: TableResult) -> tuple[str, str]:
    """Which rows of a group are wrong, if these are not all, and where to look then.

    Rows are told where students are told of them.
    """
    rows = len(result.test.rows)
    calls = [each.seen.row for f in result.findings for each in f.wrong]
    wrong = [result.test.call(row) for row in dict.fromkeys(calls)]
    if not 0 < len(wrong) < rows:
        return "those", LOOK_THERE
    shown = few(tuple(clean(call, GROUP) for call in wrong), CALLS)
    look = LOOK_AT_IT if len(wrong) == 1 else LOOK_AT_THESE
    there = f"Wrong there: {shown}. " if result.test.feedback == FULL else ""
    return f"{len(wrong)} of the {rows}", f"{there}{look}"


def _of_two(answers: TableAnswers, results: Sequence[TableResult]) -> Diagnosis | None:
    """Two mistakes that foretell all together, or one that all such have in common."""
    of = {each.name: each for each in answers.mistakes}
    foretold = [pair for pair in answers.pairs if _foretells(pair.shows, results)]
    named = [tuple(of[name] for name in pair.names) for pair in foretold]
    return of_pairs(named, _ground(len(results)), "rows")


def _has_groups(results: Sequence[TableResult]) -> bool:
    """Whether rows stand in groups, and not each by itself."""
    return any(len(each.test.rows) > 1 for each in results)


def _named(foretold: Sequence[Mistaken], tests: int) -> Diagnosis | None:
    """The mistake, or those few that look the same."""
    ground = _ground(tests)
    if len(foretold) == 1:
        (only,) = foretold
        told = filter(None, only.text.split("\n"))
        return Diagnosis(only.name, only.title, (*told, ground))
    if len(foretold) > MOST_TITLES:
        return None
    titles = [f"– {each.title}" for each in foretold]
    families = {each.family for each in foretold}
    several = f"one of {len(foretold)} mistakes that look the same on these rows"
    title = families.pop() if len(families) == 1 else several
    key = " or ".join(each.name for each in foretold)
    return Diagnosis(key, title, (ALIKE, *titles, ground))


def _ground(tests: int) -> str:
    return GROUND.format(f"each of the {tests} tests" if tests > 1 else "the test")


def _is_unseen(result: TableResult) -> bool:
    """Whether nothing was seen of the function itself."""
    return any(seen.outcome.kind in NOT_OBSERVED for seen in result.observed.rows)


def _foretells(known: Results, results: Sequence[TableResult]) -> bool:
    """Whether all that was seen is what a mistake shows."""
    return all(
        each.test.about in known
        and are_alike(
            each.test,
            shows(each.test, [seen.outcome for seen in each.observed.rows]),
            known[each.test.about],
        )
        for each in results
    )
