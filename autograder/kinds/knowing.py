"""Point out to instructors who does well on visible tests, and hardly on any other.

Such a submission has a table of those, or a fault that they do not show. Others are the
hidden tests, and what no submission has met. Nothing that a student reads comes of it,
and no points change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from autograder.assignment.questions import VISIBLE
from autograder.errors import GraderError
from autograder.judging.luck import Tally, is_like_a_table, may_be_a_table
from autograder.judging.verdicts import UNJUDGED, Verdict, of_fault
from autograder.kinds.entries import Wording, entry_of, told_if_it_fails
from autograder.kinds.judged import Judged, Result, by_question
from autograder.report.entries import Entry
from autograder.report.gradebook import Gradebook
from autograder.words.reports import NEVER_SEEN, knows_the_visible


def point_out(
    gradebook: Gradebook,
    judged: Mapping[str, Judged[Result]],
    count: Callable[[Result], Tally],
    unseen: Callable[[str, Result], Iterable[Result]],
    tests: str,
) -> None:
    """Tell of each question in which visible tests fare better than by chance.

    `count` says how much of a test is right, and `unseen` what the submission does on
    what it has not met: of a question, whose tests are asked like this one.
    """
    with told_if_it_fails(gradebook):
        for name, members in by_question(judged).items():
            results = [each.result for each in members.values() if _tells(each)]
            seen, others = tallies(results, count)
            if not may_be_a_table(seen):
                continue
            asked = [*_asked(unseen, name, results[0])]
            others = sum(map(count, asked), others)
            if is_like_a_table(seen, others):
                wording = next(iter(members.values())).wording
                tell(gradebook, name, (seen, others), tests, _wrong(asked, wording))


def _tells(each: Judged[Result]) -> bool:
    """Whether a test was run; of a walk that was, parts may be without a verdict."""
    return each.verdict is not Verdict.GRADER_ERROR and (
        of_fault(each.came.kind) not in UNJUDGED
    )


def tallies(
    results: Sequence[Result], count: Callable[[Result], Tally]
) -> tuple[Tally, Tally]:
    """How much is right of what is visible, and of what is not."""
    seen = (r for r in results if r.test.visibility == VISIBLE)
    hidden = (r for r in results if r.test.visibility != VISIBLE)
    return sum(map(count, seen), Tally()), sum(map(count, hidden), Tally())


def _asked(
    unseen: Callable[[str, Result], Iterable[Result]], name: str, like: Result
) -> Iterable[Result]:
    try:
        yield from unseen(name, like)
    except (GraderError, OSError):  # in nothing that counts
        return


def _wrong(results: Sequence[Result], wording: Wording[Result]) -> Iterable[Entry]:
    """The entries of those that are wrong, which earn nothing."""
    for result in results:
        if result.verdict is not Verdict.CORRECT:
            made = entry_of(result, "", wording)
            named = replace(made, name=NEVER_SEEN, score=None, max_score=None)
            yield replace(named, extra={})


def tell(
    gradebook: Gradebook,
    question: str,
    fares: tuple[Tally, Tally],
    tests: str,
    beside: Iterable[Entry],
) -> None:
    """Tell the instructor how a submission `fares` where it sees, and elsewhere.

    What it did on what it has not met stands `beside` the report.
    """
    seen, others = fares
    pairs = (seen.right, seen.of), (others.right, others.of)
    report = gradebook.report
    report.complaints.append(knows_the_visible(question, *pairs, tests))
    report.unseen[question] = others.wrong
    report.beside.extend(beside)
