"""What all tests of a table tell together: the mistake, or the group that is missed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from autograder.answers.tables import TableAnswers
from autograder.assignment.questions import HIDDEN, VISIBLE
from autograder.judging.tables import TableResult
from autograder.judging.verdicts import Verdict
from autograder.kinds.entries import NO_LESSON, Lesson, told_if_it_fails
from autograder.kinds.judged import Judged, by_question, diagnoses, note
from autograder.report.gradebook import Gradebook

if TYPE_CHECKING:  # most tests are right
    from autograder.teaching.causes import Diagnosis

Results = Mapping[str, Judged[TableResult]]  # by the id of the test's node


def teach(
    answers: Mapping[str, TableAnswers], gradebook: Gradebook, results: Results
) -> dict[str, Diagnosis | None]:
    """Add to the report what explains each table; no points change.

    Returns of each question what explains all its tests.
    """
    found: dict[str, Diagnosis | None] = {}
    with told_if_it_fails(gradebook):
        for name, members in by_question(results).items():
            found[name] = _teach(answers[name], gradebook, members)
    return found


def _teach(
    answers: TableAnswers, gradebook: Gradebook, members: Results
) -> Diagnosis | None:
    """Add what explains one table; what students read is made of what they see."""
    results = [each.result for each in members.values()]
    if all(each.verdict is Verdict.CORRECT for each in results):
        return None
    if len(results) < answers.tests:  # no part of a question is diagnosed
        return None
    from autograder.teaching.tablediagnosis import diagnose  # noqa: PLC0415 - see above

    def explain(seen: Sequence[TableResult], visibility: str) -> Diagnosis | None:
        return diagnose(seen, answers, all_shown=visibility == HIDDEN)

    found = diagnoses(results, explain)
    for node, each in members.items():
        is_right = each.verdict is Verdict.CORRECT
        lesson = Lesson(found[HIDDEN], found[each.test.visibility])
        entry = each.entry_with(NO_LESSON if is_right else lesson)
        gradebook.report.entries[node] = entry
    note(gradebook, results, found[VISIBLE])
    gradebook.save_if_possible()
    return found[HIDDEN]
