"""Point out to instructors who is right on the visible trees, and not on others.

Such a submission has a table of the trees, or a fault that these do not show. It is
asked when all tests are over, on the trees that `answers` has drawn. A visible test
that is wrong on purpose hides nothing: what is wrong elsewhere is not wrong there, or
hardly anything elsewhere is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from autograder.assignment.questions import VISIBLE
from autograder.errors import GraderError, UntoldError
from autograder.judging.verdicts import DOES_RIGHT, UNJUDGED, Verdict
from autograder.kinds.entries import JudgedTest, Lesson
from autograder.kinds.knowing import (
    Tally,
    is_like_a_table,
    may_be_a_table,
    tallies,
    tally,
    tell,
)
from autograder.kinds.search.judging import CaseResult, is_right, judge
from autograder.kinds.search.running import Searches, asked_together
from autograder.kinds.search.sheet import Sheet
from autograder.kinds.search.words import WORDING
from autograder.observing.observation import Observed, observe
from autograder.report.entries import TREES, Entry
from autograder.report.gradebook import Gradebook
from autograder.words.blocks import Passage, Sentence, Verbatim
from autograder.words.reports import NEVER_SEEN, UNSEEN_TREE

if TYPE_CHECKING:  # most submissions have none
    from autograder.drawing.replay import Replay


def replay_of(
    result: CaseResult, sheet: Sheet, *, unfinished: bool = False
) -> Replay | None:
    """What was searched, and what is to be drawn of it; None where nothing is."""
    from autograder.kinds.search import replays  # noqa: PLC0415 - few are drawn

    return replays.replay_of(result, sheet, unfinished=unfinished)


def entry_beside(result: CaseResult, sheet: Sheet, name: str, about: str) -> Entry:
    """A row without points, by this name; it tells `about` its tree, as a file."""
    drawn = Lesson(replay=replay_of(result, sheet))
    made = JudgedTest(result, "", WORDING).entry_with(drawn)
    from autograder.trees import small  # noqa: PLC0415 - few are shown

    dumped = small.dump(result.case.tree).rstrip()
    return replace(
        made,
        name=name,
        score=None,
        max_score=None,
        details=_with_tree(made.details, about, dumped),
        smallest=dumped,
        extra={},
    )


def _with_tree(
    details: tuple[Passage, ...], about: str, dumped: str
) -> tuple[Passage, ...]:
    tree = Sentence(about), Verbatim(tuple(dumped.splitlines()))
    first, *more = details or ((),)
    return ((*tree, *first), *more)


TELLS_NOTHING = {*DOES_RIGHT, *UNJUDGED}

Questions = Mapping[str, Mapping[str, JudgedTest[CaseResult]]]


def point_out(desk: Searches, gradebook: Gradebook, results: Questions) -> None:
    """Put beside the report what goes wrong on trees that nobody has seen."""
    for name, members in results.items():
        each = (member.result for member in members.values())
        judged = [result for result in each if result.verdict not in UNJUDGED]
        known, others = tallies(judged, lambda result: tally([is_right(result)]))
        if not may_be_a_table(known):
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
        others += Tally(len(sheets) - len(wrong), len(sheets))
        seen = (result for result in judged if result.case.visibility == VISIBLE)
        here, there = (
            {facet for result in some for facet in _wrong_in(result)}
            for some in (seen, wrong.values())
        )
        if there <= here and not is_like_a_table(known, others):
            continue
        beside = (entry_beside(r, s, NEVER_SEEN, UNSEEN_TREE) for s, r in wrong.items())
        tell(gradebook, name, (known, others), TREES, beside)


def _wrong_in(result: CaseResult) -> Iterator[str]:
    """The facets of a search that are wrong; a function alone tells a table, too."""
    for finding in result.findings:
        if finding.alone is None and finding.verdict is not Verdict.CORRECT:
            yield finding.facet


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
