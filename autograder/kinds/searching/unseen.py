"""Point out to instructors who is right on the visible trees, and not on others.

Such a submission has a table of the trees, or a fault that these do not show. It is
asked when all tests are over, on the trees that `answers` has drawn; nothing that a
student reads comes of it, and no points change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from autograder.assignment.questions import VISIBLE
from autograder.errors import UntoldError
from autograder.judging.compare import CaseResult, is_right, judge
from autograder.judging.sheet import Sheet
from autograder.judging.verdicts import DOES_RIGHT, Verdict
from autograder.kinds.judged import Judged
from autograder.kinds.searching.beside import entry_beside
from autograder.kinds.searching.running import Searches
from autograder.observing.observation import observe
from autograder.report.gradebook import Gradebook
from autograder.words.reports import UNSEEN_TREE, wrong_on_unseen

NAME = "a tree it never saw"
TIMES = 2  # that a submission is wrong on a tree, before it is told
TELLS_NOTHING = {*DOES_RIGHT, Verdict.GRADER_ERROR, Verdict.NOT_RUN}

Questions = Mapping[str, Mapping[str, Judged[CaseResult]]]


def point_out(desk: Searches, gradebook: Gradebook, results: Questions) -> None:
    """Put beside the report what goes wrong on trees that nobody has seen."""
    for name, members in results.items():
        if not _is_right_where_seen(members):
            continue
        question = next(iter(members.values())).result.case.question
        try:
            sheets = desk.book.unseen(question)
        except UntoldError as fault:  # worth no grading; the instructor reads of it
            gradebook.report.complaints.append(str(fault))
            continue
        wrong = dict(_wrong_on(desk, sheets))
        for sheet, result in wrong.items():
            entry = entry_beside(result, sheet, NAME, UNSEEN_TREE)
            gradebook.report.beside.append(entry)
        if wrong:
            told = wrong_on_unseen(name, len(wrong), len(sheets))
            gradebook.report.complaints.append(told)


def _is_right_where_seen(members: Mapping[str, Judged[CaseResult]]) -> bool:
    """Whether all visible searches are right; a function alone tells a table, too."""
    seen = [each for each in members.values() if each.test.visibility == VISIBLE]
    return bool(seen) and all(is_right(each.result) for each in seen)


def _wrong_on(
    desk: Searches, sheets: tuple[Sheet, ...]
) -> Iterator[tuple[Sheet, CaseResult]]:
    """The trees on which the submission is wrong, each time that it is asked."""
    for sheet in sheets:
        for _ in range(TIMES):
            if desk.bench.budget.is_over():
                return
            result = _asked(desk, sheet)
            if result.verdict in TELLS_NOTHING:
                break
        else:
            yield sheet, result


def _asked(desk: Searches, sheet: Sheet) -> CaseResult:
    """What the submission does on a tree, in a worker of its own."""
    case = sheet.case
    where = desk.bench.sandbox, desk.bench.staged.folder
    with desk.bench.beside_others():
        observed = observe(*where, case.question, case.tree)
    return judge(sheet, observed)
