"""What all tests of a game tell together: the mistake that was made."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.answers.plays import PlayAnswers
from autograder.assignment.plays import GAME, UNCHANGED
from autograder.assignment.questions import HIDDEN, VISIBLE
from autograder.judging.luck import Tally, tally
from autograder.judging.plays import PlayResult
from autograder.judging.verdicts import Verdict
from autograder.kinds.entries import NO_LESSON, Lesson, line_at
from autograder.kinds.judged import (
    Judged,
    diagnoses,
    each_question,
    note,
)
from autograder.observing.outcome import Fault, Frame
from autograder.observing.sources import Place, Sources
from autograder.report.gradebook import Gradebook

if TYPE_CHECKING:  # most tests are right
    from autograder.drawing.replay import Line
    from autograder.teaching.causes import Diagnosis

Results = Mapping[str, Judged[PlayResult]]  # by the id of the test's node


def teach(
    answers: Mapping[str, PlayAnswers],
    gradebook: Gradebook,
    results: Results,
    folder: Path,
) -> dict[str, Diagnosis | None]:
    """Add to the report what explains each game, and lines; no points change.

    The lines are those of the submission that is staged in a folder. Returns of each
    question what explains all its tests.
    """
    return each_question(
        gradebook,
        results,
        lambda name, members: _teach(answers[name], gradebook, members, folder),
    )


def _teach(
    answers: PlayAnswers, gradebook: Gradebook, members: Results, folder: Path
) -> Diagnosis | None:
    """Add what explains one game; what students read is made of what they see."""
    results = [each.result for each in members.values()]
    if all(each.verdict is Verdict.CORRECT for each in results):
        return None
    found = _explained(answers, results)
    for node, each in members.items():
        is_right = each.verdict is Verdict.CORRECT
        shown, line = found[each.test.visibility], line_of(each.result, folder)
        lesson = NO_LESSON if is_right else Lesson(found[HIDDEN], shown, line=line)
        gradebook.report.entries[node] = each.entry_with(lesson)
    note(gradebook, results, found[VISIBLE])
    gradebook.save_if_possible()
    return found[HIDDEN]


def count(answers: PlayAnswers, result: PlayResult) -> Tally:
    """How many of the lines that a test judges were walked, and nothing wrong said."""
    walked = {s.line.actions for s in result.observed.lines if s.made is None}
    wrong = {w.line.actions for f in result.findings for w in f.wrong}
    judged = (x.actions for x in answers.walked(result.test))
    return tally(
        actions in walked - wrong for actions in judged if result.test.judges(actions)
    )


def _explained(
    answers: PlayAnswers, results: Sequence[PlayResult]
) -> Mapping[str, Diagnosis | None]:
    """What explains a game, by visibility: of what is seen then, and before."""
    if len(results) < answers.tests:  # no part of a question is diagnosed
        return defaultdict(lambda: None)
    from autograder.teaching.playdiagnosis import diagnose  # noqa: PLC0415 - see above

    return diagnoses(results, lambda seen, _: diagnose(seen, answers))


def line_of(result: PlayResult, folder: Path) -> Line | None:
    """The line to look at first: where a call broke off, or a function begins.

    None where there is no such function.
    """
    outcome, first = result.came, result.first
    place: Place | Frame | None = None
    if isinstance(outcome, Fault):
        place = outcome.frames[-1] if outcome.frames else None
    elif first is not None:
        function = first.says[0] if first.facet == UNCHANGED else first.facet
        function = GAME if result.test.question.is_tuple else function
        sources = Sources(folder)
        head = sources.computing(f"{result.test.question.module}.py", function)
        place = sources.returning(head) if head else None
    return line_at(place)
