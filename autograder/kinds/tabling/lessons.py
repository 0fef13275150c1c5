"""What all tests of a table tell together: the mistake, or the group that is missed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from autograder.answers.tables import TableAnswers
from autograder.assignment.questions import FEEDBACK, HIDDEN, VISIBLE, is_seen_with
from autograder.assignment.tables import TableTest
from autograder.judging.tables import TableResult
from autograder.judging.verdicts import Verdict
from autograder.kinds.entries import told_if_it_fails
from autograder.kinds.kind import Diagnoses
from autograder.kinds.tabling.entries import entry_of, taught, tells_most
from autograder.observing.outcome import Outcome
from autograder.report.entries import Entry
from autograder.report.gradebook import Gradebook

if TYPE_CHECKING:  # most tests are right
    from autograder.teaching.diagnosis import Diagnosis

NO_FEEDBACK = FEEDBACK[-1]


@dataclass(frozen=True)
class NumberedTable:
    """The result of a test, and the number that the test has in the report."""

    result: TableResult
    number: str

    @property
    def test(self) -> TableTest:
        """Which it was."""
        return self.result.test

    @property
    def verdict(self) -> Verdict:
        """What came of it as a whole."""
        return self.result.verdict

    @property
    def came(self) -> Outcome:
        """What came of the first call that is wrong, or else of the first."""
        return tells_most(self.result)

    @property
    def chosen(self) -> None:
        """Nothing: there is nothing to choose."""

    @cached_property
    def entry(self) -> Entry:
        """The entry of the test by itself."""
        return entry_of(self.result, self.number)


Results = Mapping[str, NumberedTable]  # by the id of the test's node


def teach(
    answers: Mapping[str, TableAnswers], gradebook: Gradebook, results: Results
) -> Diagnoses:
    """Add to the report what explains each table; no points change."""
    by_question: dict[str, dict[str, NumberedTable]] = {}
    for node, each in results.items():
        by_question.setdefault(each.test.question.name, {})[node] = each
    found: dict[str, Diagnosis | None] = {}
    with told_if_it_fails(gradebook):
        for name, members in by_question.items():
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

    found = {HIDDEN: diagnose(results, answers)}
    for visibility in {VISIBLE, *(each.test.visibility for each in results)}:
        found[visibility] = _of_seen(results, answers, visibility, found[HIDDEN])
    whole, told = found[HIDDEN], found[VISIBLE]
    for node, each in members.items():
        entry = taught(each.entry, whole, found[each.test.visibility])
        gradebook.report.entries[node] = entry
    at_once = (each.test for each in results if each.test.visibility == VISIBLE)
    if told and any(test.feedback != NO_FEEDBACK for test in at_once):
        name = results[0].test.question.name
        gradebook.report.notes.append("\n".join((f"{name}: {told.title}", *told.lines)))
    gradebook.save_if_possible()
    return whole


def _of_seen(
    results: Sequence[TableResult],
    answers: TableAnswers,
    visibility: str,
    whole: Diagnosis | None,
) -> Diagnosis | None:
    """What explains the tests that are seen with those of a visibility."""
    seen = [r for r in results if is_seen_with(r.test.visibility, visibility)]
    if len(seen) == len(results):
        return whole
    from autograder.teaching.tablediagnosis import diagnose  # noqa: PLC0415 - see `_teach`

    return diagnose(seen, answers, all_shown=False)
