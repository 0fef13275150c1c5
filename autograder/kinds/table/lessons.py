"""What all tests of a table tell together: the one group of rows that is missed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.judging.luck import Tally, tally
from autograder.judging.verdicts import Verdict
from autograder.kinds.entries import NO_LESSON, Lesson, line_at
from autograder.kinds.judged import Judged, each_question, note
from autograder.kinds.table import words
from autograder.kinds.table.judging import TableResult, missed
from autograder.observing.outcome import Fault, Frame
from autograder.observing.sources import Place, Sources
from autograder.report.gradebook import Gradebook
from autograder.words.blocks import Note

if TYPE_CHECKING:  # most tests are right
    from autograder.drawing.replay import Line

Results = Mapping[str, Judged[TableResult]]  # by the id of the test's node


def teach(gradebook: Gradebook, results: Results, folder: Path) -> None:
    """Add to the report lines, and the group that is missed; no points change.

    The lines are those of the submission that is staged in a folder.
    """
    each_question(
        gradebook, results, lambda _, members: _teach(gradebook, members, folder)
    )


def _teach(gradebook: Gradebook, members: Results, folder: Path) -> None:
    results = [each.result for each in members.values()]
    if all(each.verdict is Verdict.CORRECT for each in results):
        return
    for node, each in members.items():
        is_right = each.verdict is Verdict.CORRECT
        lesson = NO_LESSON if is_right else Lesson(line=line_of(each.result, folder))
        gradebook.report.entries[node] = each.entry_with(lesson)
    note(gradebook, results, _missed)
    gradebook.save_if_possible()


def _missed(seen: Sequence[TableResult]) -> Note | None:
    group = missed(seen)
    return words.missed(group) if group else None


def count(result: TableResult) -> Tally:
    """How many rows are right, and break no law together with others."""
    wrong = {row.seen.row.arguments for f in result.findings for row in f.wrong}
    broken = (breach.rows for f in result.findings for breach in f.broken)
    wrong |= {arguments for rows in broken for arguments in rows}
    return tally(row.arguments not in wrong for row in result.test.rows)


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
