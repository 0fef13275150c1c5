"""What all tests of a search by playouts tell together: which mistake explains it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.answers.playouts import PlayoutAnswers
from autograder.assignment.questions import HIDDEN, VISIBLE
from autograder.drawing.replay import Line
from autograder.judging.playouts import PlayoutResult
from autograder.judging.verdicts import Verdict
from autograder.kinds.entries import NO_LESSON, Lesson, told_if_it_fails
from autograder.kinds.judged import Judged, by_question, diagnoses, note
from autograder.observing.outcome import Fault, Frame
from autograder.observing.sources import Place, Sources
from autograder.report.gradebook import Gradebook

if TYPE_CHECKING:  # most tests are right
    from autograder.teaching.causes import Diagnosis

Results = Mapping[str, Judged[PlayoutResult]]  # by the id of the test's node


def teach(
    answers: Mapping[str, PlayoutAnswers],
    gradebook: Gradebook,
    results: Results,
    folder: Path,
) -> dict[str, Diagnosis | None]:
    """Add to the report what explains each question, and lines; no points change.

    The lines are those of the submission that is staged in a folder. Returns of each
    question what explains all its tests.
    """
    found: dict[str, Diagnosis | None] = {}
    with told_if_it_fails(gradebook):
        for name, members in by_question(results).items():
            found[name] = _teach(answers[name], gradebook, members, folder)
    return found


def _teach(
    answers: PlayoutAnswers, gradebook: Gradebook, members: Results, folder: Path
) -> Diagnosis | None:
    """Add what explains one question; what students read is made of what they see."""
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


def _explained(
    answers: PlayoutAnswers, results: Sequence[PlayoutResult]
) -> Mapping[str, Diagnosis | None]:
    """What explains a question, by visibility: of what is seen then, and before."""
    if len(results) < len(answers.trees):  # no part of a question is diagnosed
        return defaultdict(lambda: None)
    from autograder.teaching.playoutdiagnosis import diagnose  # noqa: PLC0415 - see above

    def explain(seen: Sequence[PlayoutResult], _visibility: str) -> Diagnosis | None:
        return diagnose(seen, answers)

    return diagnoses(results, explain)


def line_of(result: PlayoutResult, folder: Path) -> Line | None:
    """The line to look at first: where the call broke off, or its function begins."""
    outcome, question = result.came, result.test.question
    place: Place | Frame | None
    if isinstance(outcome, Fault):
        place = outcome.frames[-1] if outcome.frames else None
    else:
        module = f"{question.module}.py"
        place = Sources(folder).computing(module, question.search)
    if place is None:
        return None
    return Line(place.file, place.line, place.source, place.start, place.end)
