"""What is added to tests of a game: lines to look at."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.judging.luck import Tally, tally
from autograder.judging.verdicts import Verdict
from autograder.kinds.entries import NO_LESSON, Lesson, line_at
from autograder.kinds.game.answers import PlayAnswers
from autograder.kinds.game.judging import PlayResult
from autograder.kinds.game.question import GAME, UNCHANGED
from autograder.kinds.judged import Judged, each_question
from autograder.observing.outcome import Fault, Frame
from autograder.observing.sources import Place, Sources
from autograder.report.gradebook import Gradebook

if TYPE_CHECKING:  # most tests are right
    from autograder.drawing.replay import Line

Results = Mapping[str, Judged[PlayResult]]  # by the id of the test's node


def teach(gradebook: Gradebook, results: Results, folder: Path) -> None:
    """Add to the report lines of the submission that is staged in a folder."""
    each_question(
        gradebook, results, lambda _, members: _teach(gradebook, members, folder)
    )


def _teach(gradebook: Gradebook, members: Results, folder: Path) -> None:
    if all(each.verdict is Verdict.CORRECT for each in members.values()):
        return
    for node, each in members.items():
        is_right = each.verdict is Verdict.CORRECT
        lesson = NO_LESSON if is_right else Lesson(line=line_of(each.result, folder))
        gradebook.report.entries[node] = each.entry_with(lesson)
    gradebook.save_if_possible()


def count(answers: PlayAnswers, result: PlayResult) -> Tally:
    """How many of the lines that a test judges were walked, and nothing wrong said."""
    walked = {s.line.actions for s in result.observed.lines if s.made is None}
    wrong = {w.line.actions for f in result.findings for w in f.wrong}
    judged = (x.actions for x in answers.walked(result.test))
    return tally(
        actions in walked - wrong for actions in judged if result.test.judges(actions)
    )


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
