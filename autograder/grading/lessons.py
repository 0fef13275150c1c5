"""What no test by itself can tell: diagnoses, replays, the smallest counterexample.

What a student may read at once is made of the visible tests alone, and before the first
other test has run: so nothing that a submission learns from a hidden tree can reach it.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from autograder.answers.file import Answers
from autograder.assignment.questions import FEEDBACK, VISIBLE
from autograder.errors import UntoldError
from autograder.grading.budget import Extra
from autograder.grading.entries import Lesson, entry_of
from autograder.grading.grading import Grading
from autograder.grading.replays import replay_of
from autograder.judging.compare import CaseResult
from autograder.judging.verdicts import Verdict
from autograder.report.entries import Entry
from autograder.report.gradebook import Gradebook
from autograder.teaching import catalogue
from autograder.teaching.catalogue import Catalogue
from autograder.teaching.diagnosis import Diagnosis, diagnose
from autograder.trees import small


@dataclass(frozen=True, slots=True)
class Numbered:
    """The result of a test and the number that the test has in the report."""

    result: CaseResult
    number: str


Results = Mapping[str, Numbered]  # by the id of the test's node
Diagnoses = tuple[Diagnosis | None, Diagnosis | None]  # of all tests, of the visible
NO_FEEDBACK = FEEDBACK[-1]
UNFINISHED = (
    "The grades are complete, but the report is not: the grader met a fault of its "
    "own. Report the lines above to its authors."
)
SMALLEST = "smallest tree"
NOT_GRADED = "The smallest tree found on which this goes wrong. It earns no points:"


def add(
    grading: Grading,
    gradebook: Gradebook,
    results: Results,
    *,
    replays: bool,
    searches: bool,
) -> None:
    """Add what teaches; the grades stand as they are, should that fail."""
    with _told_if_it_fails(gradebook):
        teach(grading, gradebook, results, replays=replays)
        if searches:
            search(grading, gradebook, results, visible=False)


def search_visible(grading: Grading, gradebook: Gradebook, results: Results) -> None:
    """Look for counterexamples to the visible tests, before any other test is run."""
    with _told_if_it_fails(gradebook):
        search(grading, gradebook, results, visible=True)


@contextmanager
def _told_if_it_fails(gradebook: Gradebook) -> Iterator[None]:
    try:
        yield
    except Exception:  # noqa: BLE001 - it is told, and no grade hangs on it
        traceback.print_exc()
        gradebook.report.complaints.append(UNFINISHED)


def teach(
    grading: Grading, gradebook: Gradebook, results: Results, *, replays: bool
) -> None:
    """Add to the report what no test by itself can tell; no points change."""
    found = _diagnoses(grading, gradebook, results)
    for node, numbered in results.items():
        result = numbered.result
        answers = grading.answers[result.case.tree_name]
        # Only a page, for which calls are recorded, shows a search that broke off.
        broken = grading.records
        replay = replay_of(result, answers, unfinished=broken) if replays else None
        whole, visible = found[result.case.question.name]
        told = visible if _is_visible(result) else whole
        entry = entry_of(result, numbered.number, Lesson(whole, told, replay))
        gradebook.report.entries[node] = entry
    gradebook.save_if_possible()


def search(
    grading: Grading, gradebook: Gradebook, results: Results, *, visible: bool
) -> None:
    """Add for each question that fails the smallest tree found on which it does.

    With `visible` to those that fail a visible test, else to those that fail others
    alone. There is one only where the reference is, which knows the right answers. The
    questions share the time.
    """
    from autograder.teaching import counterexample  # noqa: PLC0415 - only if wanted

    failing = [
        failed
        for members in _by_question(results).values()
        if (failed := [r for r in members if r.verdict not in NOT_TO_BE_SEARCHED])
        and _is_to_be_searched(failed, grading, visible=visible)
    ]
    for done, failed in enumerate(failing):
        asked, budget = failed[0].case.question, grading.budget
        seconds = budget.left_for(Extra.SMALLEST_TREES) / (len(failing) - done)
        if not seconds:
            return
        question = asked.name
        gradebook.announce(f"looking for the smallest tree on which {question} fails")
        folder = grading.staged.folder
        with budget.spent_on(Extra.SMALLEST_TREES):
            found = counterexample.search(grading.sandbox, folder, asked, seconds)
        if found is not None:
            result = grading.recorded(found.result)
            made = _entry_of_counterexample(result, found.answers)
            entry = replace(made, visibility=_most_open(failed).case.visibility)
            gradebook.report.put_after_group(f"{question}::counterexample", entry)
    gradebook.save_if_possible()


def _is_to_be_searched(
    failed: Sequence[CaseResult], grading: Grading, *, visible: bool
) -> bool:
    """Whether it is this question's turn, and a tree could tell anybody anything."""
    return (
        any(map(_is_visible, failed)) is visible
        and grading.can_import(failed[0].case.question.module)
        and any(result.case.feedback != NO_FEEDBACK for result in failed)
    )


NOT_TO_BE_SEARCHED = {  # there is nothing to be found, or it is known
    Verdict.CORRECT,
    Verdict.GRADER_ERROR,
    Verdict.NOT_RUN,
    Verdict.MODULE_MISSING,
    Verdict.FUNCTION_MISSING,
    Verdict.WRONG_SIGNATURE,
    Verdict.NOT_FILLED_IN,
}


def _is_visible(result: CaseResult) -> bool:
    """Whether a student sees the test at once."""
    return result.case.visibility == VISIBLE


def _is_open(result: CaseResult) -> bool:
    """Whether a student sees the test, and is told something of it."""
    return _is_visible(result) and result.case.feedback != NO_FEEDBACK


def _most_open(members: Sequence[CaseResult]) -> CaseResult:
    """One of the tests of which students see most; a small tree is nobody's."""
    return max(members, key=_is_open)


def _entry_of_counterexample(result: CaseResult, answers: Answers) -> Entry:
    """A row without points, on a tree that is none of the assignment's."""
    made = entry_of(result, "", Lesson(replay=replay_of(result, answers)))
    lines = small.dump(result.case.tree).rstrip().splitlines()
    return replace(
        made,
        name=SMALLEST,
        score=None,
        max_score=None,
        details=(NOT_GRADED, *lines, *made.details),
        extra={},
    )


def _diagnoses(
    grading: Grading, gradebook: Gradebook, results: Results
) -> dict[str, Diagnoses]:
    """Of each question what explains all its tests, and what the visible ones.

    The report tells the second above all.
    """
    found: dict[str, Diagnoses] = {}
    for question, members in _by_question(results).items():
        found[question] = None, None
        try:
            known = catalogue.load(grading.assignment, question)
        except UntoldError as fault:  # worth no grading; the instructor reads of it
            gradebook.report.complaints.append(str(fault))
            continue
        if known is None:
            continue
        found[question] = _diagnosed(members, known)
        _, told = found[question]
        if told and any(map(_is_open, members)):
            lines = (f"{question}: {told.title}", *told.lines)
            gradebook.report.notes.append("\n".join(lines))
    return found


def _diagnosed(members: Sequence[CaseResult], known: Catalogue) -> Diagnoses:
    whole = diagnose(members, known)
    visible = [result for result in members if _is_visible(result)]
    if len(visible) == len(members):
        return whole, whole
    names = frozenset(result.case.tree_name for result in visible)
    return whole, diagnose(visible, known.of_visible(names)) if visible else None


def _by_question(results: Results) -> dict[str, list[CaseResult]]:
    groups: dict[str, list[CaseResult]] = {}
    for numbered in results.values():
        name = numbered.result.case.question.name
        groups.setdefault(name, []).append(numbered.result)
    return groups
