"""Point out to instructors who is right on the visible trees, and not on others.

Such a submission has a table of the trees, or a fault that these do not show. It is
asked when all tests are over, on the trees that `answers` has drawn; nothing that a
student reads comes of it, and no points change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from autograder.assignment.questions import VISIBLE
from autograder.errors import GraderError, UntoldError
from autograder.judging.compare import CaseResult, is_right, judge
from autograder.judging.sheet import Sheet
from autograder.judging.verdicts import DOES_RIGHT, Verdict
from autograder.kinds.judged import Judged
from autograder.kinds.searching.ahead import asked_together
from autograder.kinds.searching.beside import entry_beside
from autograder.kinds.searching.running import Searches
from autograder.observing.observation import Observed, observe
from autograder.report.gradebook import Gradebook
from autograder.words.reports import UNSEEN_TREE, wrong_on_unseen

NAME = "a tree it never saw"
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
        try:
            wrong = dict(_wrong_on(desk, sheets))
        except (GraderError, OSError):  # in nothing that counts
            return
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
    """The trees on which the submission is wrong, both times that it is asked."""
    for sheet, seen in zip(sheets, _asked(desk, sheets), strict=True):
        if seen is not None and judge(sheet, seen).verdict in TELLS_NOTHING:
            continue
        times = 1 if seen is not None else 2
        results = [_asked_alone(desk, sheet) for _ in range(times)]
        wrong = [r for r in results if r and r.verdict not in TELLS_NOTHING]
        if len(wrong) == times:
            yield sheet, wrong[-1]


def _asked(desk: Searches, sheets: tuple[Sheet, ...]) -> tuple[Observed | None, ...]:
    """What the submission does in a worker for all trees; None where it needs its own.

    A module that may keep something has one a tree.
    """
    nothing = (None,) * len(sheets)
    bench, cases = desk.bench, [sheet.case for sheet in sheets]
    if not cases or bench.budget.is_over():
        return nothing
    if not bench.may_share(cases[0].question.module):
        return nothing
    with bench.beside_others():
        return asked_together(bench, cases, lambda *_: ()).seen


def _asked_alone(desk: Searches, sheet: Sheet) -> CaseResult | None:
    """What the submission does on a tree, while there is time."""
    bench, case = desk.bench, sheet.case
    if bench.budget.is_over():
        return None
    with bench.beside_others():
        observed = observe(bench.sandbox, bench.staged.folder, case.question, case.tree)
    return judge(sheet, observed)
