"""What can be said once all tests have run: diagnoses, replays, a counterexample."""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from autograder.answers.file import Answers
from autograder.assignment.questions import FEEDBACK, VISIBLE
from autograder.errors import UntoldError
from autograder.grading.entries import Lesson, entry_of
from autograder.grading.grading import Grading
from autograder.grading.replays import replay_of
from autograder.judging.compare import CaseResult
from autograder.judging.verdicts import Verdict
from autograder.report.entries import Entry
from autograder.report.gradebook import Gradebook
from autograder.teaching import catalogue
from autograder.teaching.diagnosis import Diagnosis, diagnose
from autograder.trees import small


@dataclass(frozen=True, slots=True)
class Numbered:
    """The result of a test and the number that the test has in the report."""

    result: CaseResult
    number: str


Results = Mapping[str, Numbered]  # by the id of the test's node
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
    try:
        teach(grading, gradebook, results, replays=replays)
        if searches:
            look_for_counterexamples(grading, gradebook, results)
    except Exception:  # noqa: BLE001 - it is told, and no grade hangs on it
        traceback.print_exc()
        gradebook.report.complaints.append(UNFINISHED)


def teach(
    grading: Grading, gradebook: Gradebook, results: Results, *, replays: bool
) -> None:
    """Add to the report what no test by itself can tell; no points change."""
    named = _diagnoses(grading, gradebook, results)
    for node, numbered in results.items():
        result = numbered.result
        answers = grading.answers[result.case.tree_name]
        replay = replay_of(result, answers) if replays else None
        lesson = Lesson(named.get(result.case.question.name), replay)
        entry = entry_of(result, numbered.number, lesson)
        gradebook.report.entries[node] = entry
    gradebook.save_if_possible()


def look_for_counterexamples(
    grading: Grading, gradebook: Gradebook, results: Results
) -> None:
    """Add for each question that fails the smallest tree found on which it does.

    There is one only where the reference is, which knows the right answers.
    """
    from autograder.teaching import counterexample  # noqa: PLC0415 - only where one is wanted

    for question, members in _by_question(results).items():
        if all(result.verdict in NOT_TO_BE_SEARCHED for result in members):
            continue
        if all(result.case.feedback == NO_FEEDBACK for result in members):
            continue
        gradebook.announce(f"looking for the smallest tree on which {question} fails")
        asked = members[0].case.question
        seconds = grading.assignment.counterexample
        folder = grading.staged.folder
        found = counterexample.search(grading.sandbox, folder, asked, seconds)
        if found is not None:
            entry = _shown_as(
                members, _entry_of_counterexample(found.result, found.answers)
            )
            gradebook.report.put_after_group(f"{question}::counterexample", entry)
    gradebook.save_if_possible()


NOT_TO_BE_SEARCHED = {  # there is nothing to be found, or it is known
    Verdict.CORRECT,
    Verdict.GRADER_ERROR,
    Verdict.NOT_RUN,
    Verdict.MODULE_MISSING,
    Verdict.FUNCTION_MISSING,
    Verdict.WRONG_SIGNATURE,
    Verdict.NOT_FILLED_IN,
}


def _is_open(result: CaseResult) -> bool:
    """Whether a student sees the test, and is told something of it."""
    return result.case.visibility == VISIBLE and result.case.feedback != NO_FEEDBACK


def _shown_as(members: Sequence[CaseResult], entry: Entry) -> Entry:
    """Shown to whom the most open of the question's tests is; the tree is nobody's."""
    most_open = max(members, key=_is_open)
    return replace(entry, visibility=most_open.case.visibility)


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
) -> dict[str, Diagnosis]:
    """The diagnosis of each question that has one; the report tells it above all."""
    found: dict[str, Diagnosis] = {}
    for question, members in _by_question(results).items():
        try:
            known = catalogue.load(grading.assignment, question)
        except UntoldError as fault:  # worth no grading; the instructor reads of it
            gradebook.report.complaints.append(str(fault))
            continue
        diagnosis = known and diagnose(members, known)
        if diagnosis:
            found[question] = diagnosis
            if not any(map(_is_open, members)):
                continue
            lines = (f"{question}: {diagnosis.title}", *diagnosis.lines)
            gradebook.report.notes.append("\n".join(lines))
    return found


def _by_question(results: Results) -> dict[str, list[CaseResult]]:
    groups: dict[str, list[CaseResult]] = {}
    for numbered in results.values():
        name = numbered.result.case.question.name
        groups.setdefault(name, []).append(numbered.result)
    return groups
