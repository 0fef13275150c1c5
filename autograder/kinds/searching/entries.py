"""The entry of a tree's test: a result put into words, for whoever renders it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from autograder.errors import GraderError
from autograder.game import Number
from autograder.judging.compare import CaseResult
from autograder.judging.verdicts import Verdict
from autograder.kinds.entries import named
from autograder.observing.observation import NO_ACTION
from autograder.observing.outcome import Fault, Outcome
from autograder.report.blocks import Named
from autograder.report.entries import Entry
from autograder.words import findings

if TYPE_CHECKING:  # most tests are right, and few are drawn
    from autograder.drawing.replay import Replay
    from autograder.teaching.diagnosis import Diagnosis

MOST_VISITS = 1000  # labels kept in one entry


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is known of a test once all of its question have been run.

    `diagnosis` explains them all, `told` is what whoever sees the test may read.
    `convention` is what all of them follow, where this one does.
    """

    diagnosis: Diagnosis | None = None
    told: Diagnosis | None = None
    replay: Replay | None = None
    convention: str | None = None


NO_LESSON = Lesson()


def entry_of(result: CaseResult, number: str, lesson: Lesson = NO_LESSON) -> Entry:
    """The entry of a tree's test."""
    case, judged = result.case, result.verdict is not Verdict.GRADER_ERROR
    untaught = Entry(
        name=named(case.tree_name),
        group=case.question.name,
        max_score=case.points.most,
        number=number,
        visibility=case.visibility,
        headline=findings.headline(result),
        score=result.points if judged else None,
        passed=result.verdict is Verdict.CORRECT,
        details=findings.details(result, _heading(result)),
        extra={**_extra(result), "convention": None, "diagnosis": None},
        judged=judged,
        blame=None if judged else GraderError,
        feedback=case.feedback,
        brief=findings.brief_headline(result) if judged else "",
        printed=findings.printed(result),
    )
    return taught(untaught, lesson)


def taught(entry: Entry, lesson: Lesson) -> Entry:
    """An entry that had no lesson, with this one."""
    if lesson == NO_LESSON:
        return entry
    title = lesson.told.title if lesson.told and not entry.passed else ""
    return replace(
        entry,
        details=(*entry.details, *(((Named(title),),) if title else ())),
        extra={
            **entry.extra,
            "convention": lesson.convention,
            "diagnosis": lesson.diagnosis.key if lesson.diagnosis else None,
        },
        replay=lesson.replay,
        diagnosis=title,
    )


def _heading(result: CaseResult) -> str:
    tree = result.case.tree
    return named(f"{tree.title} ({tree.source})" if tree.source else tree.title)


def _extra(result: CaseResult) -> dict[str, Any]:
    """What other programs read; the keys are a contract."""
    value_call, search_call = result.observed.calls
    return {
        "question": result.case.question.name,
        "tree": result.case.tree_name,
        "verdict": result.verdict.value,
        "value": _shown(value_call.outcome, vectors=result.case.tree.has_vectors),
        "action": _shown(search_call.outcome, vectors=False),
        "visited": list(value_call.visited[:MOST_VISITS]),
        "deterministic": result.deterministic,
    }


def _shown(outcome: Outcome, *, vectors: bool) -> float | str | list[Number] | None:
    """What was returned: the payoffs of all players as a list, where that was asked."""
    if isinstance(outcome, Fault) or outcome == NO_ACTION:
        return None
    if vectors and outcome.payoffs is not None:
        return list(outcome.payoffs)
    return outcome.text if outcome.number is None else outcome.number
