"""What all tests of a table tell together: the mistake, or the group that is missed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.answers.tables import TableAnswers
from autograder.assignment.questions import HIDDEN, VISIBLE
from autograder.judging.luck import Tally, tally
from autograder.judging.tables import TableResult
from autograder.judging.verdicts import Verdict
from autograder.kinds.entries import NO_LESSON, Lesson, line_at
from autograder.kinds.judged import Judged, diagnoses, each_question, note
from autograder.observing.outcome import Fault, Frame
from autograder.observing.sources import Place, Sources
from autograder.report.gradebook import Gradebook

if TYPE_CHECKING:  # most tests are right
    from autograder.drawing.replay import Line
    from autograder.teaching.causes import Diagnosis

Results = Mapping[str, Judged[TableResult]]  # by the id of the test's node


def teach(
    answers: Mapping[str, TableAnswers],
    gradebook: Gradebook,
    results: Results,
    folder: Path,
) -> dict[str, Diagnosis | None]:
    """Add to the report what explains each table, and lines; no points change.

    The lines are those of the submission that is staged in a folder. Returns of each
    question what explains all its tests.
    """
    return each_question(
        gradebook,
        results,
        lambda name, members: _teach(answers[name], gradebook, members, folder),
    )


def _teach(
    answers: TableAnswers, gradebook: Gradebook, members: Results, folder: Path
) -> Diagnosis | None:
    """Add what explains one table; what students read is made of what they see."""
    results = [each.result for each in members.values()]
    if all(each.verdict is Verdict.CORRECT for each in results):
        return None
    found = _explained(answers, results)
    for node, each in members.items():
        is_right = each.verdict is Verdict.CORRECT
        told, line = found[each.test.visibility], line_of(each.result, folder)
        entry = each.entry_with(
            NO_LESSON if is_right else Lesson(found[HIDDEN], told, line=line)
        )
        gradebook.report.entries[node] = entry
    note(gradebook, results, found[VISIBLE])
    gradebook.save_if_possible()
    return found[HIDDEN]


def count(result: TableResult) -> Tally:
    """How many rows are right, and break no law together with others."""
    wrong = {row.seen.row.arguments for f in result.findings for row in f.wrong}
    broken = (breach.rows for f in result.findings for breach in f.broken)
    wrong |= {arguments for rows in broken for arguments in rows}
    return tally(row.arguments not in wrong for row in result.test.rows)


def _explained(
    answers: TableAnswers, results: Sequence[TableResult]
) -> Mapping[str, Diagnosis | None]:
    """What explains a table, by visibility: of what is seen then, and before."""
    if len(results) < answers.tests:  # no part of a question is diagnosed
        return defaultdict(lambda: None)
    from autograder.teaching.tablediagnosis import diagnose  # noqa: PLC0415 - see above

    def explain(seen: Sequence[TableResult], visibility: str) -> Diagnosis | None:
        return diagnose(seen, answers, all_shown=visibility == HIDDEN)

    return diagnoses(results, explain)


def line_of(result: TableResult, folder: Path) -> Line | None:
    """The line to look at first: where a call broke off, or what it returned.

    None where there is no such function.
    """
    outcome, question = result.came, result.test.question
    place: Place | Frame | None = None
    if isinstance(outcome, Fault):
        place = outcome.frames[-1] if outcome.frames else None
    else:
        sources = Sources(folder)
        head = sources.computing(f"{question.module}.py", question.function)
        place = sources.returning(head) if head else None
    return line_at(place)
