"""Why a program is wrong, told by a repair of it that was graded and found right.

It comes after all points are there, and changes none. Only tests that students see at
once are tried, so nothing hidden can be learnt from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from autograder.assignment.questions import FEEDBACK, HINTS, VISIBLE
from autograder.drawing import replay
from autograder.errors import GraderError
from autograder.files import visible
from autograder.grading.grading import Grading
from autograder.grading.run import PlannedTest, planned_tests
from autograder.grading.telling import Sought, Telling
from autograder.judging.verdicts import UNJUDGED
from autograder.kinds.entries import told_if_it_fails
from autograder.observing.budget import Extra
from autograder.observing.repairing import look_for_repairs
from autograder.report.entries import Entry, Report
from autograder.report.gradebook import Gradebook
from autograder.teaching.explanation import Explanation, Line
from autograder.words import explanations as words
from autograder.words.blocks import Named, Note, Passage

SEEK = "looking for a small change that makes {} right"
NO_ROOM = "There was no time left to look for the line that makes {} wrong."
LARGEST, LONGEST = 100_000, 2_000  # bytes and lines of a module that is worth a search
TOLD = FEEDBACK[:2]  # of a test, where a cause may be told
SECONDS = 1.0  # of CPU time, that a million steps mostly take


def explain(
    grading: Grading, gradebook: Gradebook, budget: float
) -> dict[str, Explanation]:
    """Say of each question that fails where a small change makes all right.

    The search makes at most `budget` millions of steps for all of them. It goes by the
    report alone, in which all points are.
    """
    explanations: dict[str, Explanation] = {}
    report = gradebook.report
    with told_if_it_fails(gradebook):
        failing = _failing(grading, report)
        if failing:
            gradebook.save_if_possible()  # with all points, whatever ends the search
            gradebook.is_complete = True
        for left, (name, seen) in zip(
            range(len(failing), 0, -1), failing.items(), strict=True
        ):
            share = budget / left
            forget(report, [each.node for each in seen])
            sought = _sought(grading, seen)
            if sought is None:
                continue
            if not grading.budget.affords(Extra.REPAIRS, share * SECONDS):
                report.notes.append(Note(NO_ROOM.format(name)))
                continue
            gradebook.announce(SEEK.format(name))
            made, steps = _explained(grading, report, sought, share)
            budget -= steps
            if made is not None:
                explanations[name] = made
                in_cells = bool(grading.staged.picked.cells)
                _tell(report, seen, made, in_cells=in_cells)
    gradebook.is_complete = False
    return explanations


def _failing(grading: Grading, report: Report) -> dict[str, list[PlannedTest]]:
    """The questions that fail where students see it, with the tests that go by it."""
    tests = sorted(planned_tests(grading.assignment), key=_question)
    by_name = {name: [*own] for name, own in groupby(tests, _question)}
    names = [each.name for each in grading.assignment.all_questions()]
    found = {name: _seen(report, by_name[name]) for name in names}
    return {name: seen for name, seen in found.items() if seen}


def _question(test: PlannedTest) -> str:
    return test.test.question.name


def _seen(report: Report, tests: Sequence[PlannedTest]) -> list[PlannedTest]:
    """The visible tests of which students are told as much as of one that fails.

    Those of which all is told come first; none where none fails.
    """
    for feedback in TOLD:
        seen = [
            each
            for each in tests
            if each.test.visibility == VISIBLE and each.test.feedback == feedback
        ]
        if any(_fails(report.entries[each.node]) for each in seen):
            return seen
    return []


def _fails(entry: Entry) -> bool:
    """Whether it was run, and is not right."""
    return not entry.passed and entry.extra.get("verdict") not in [*UNJUDGED]


def forget(report: Report, nodes: Iterable[str]) -> None:
    """Take away what an earlier search has told of these tests."""
    for node in [*nodes]:
        entry = report.entries[node]
        if entry.extra.get("explanation") is not None:
            name = entry.group
            report.notes = [n for n in report.notes if n.explains != name]
            gone = {"diagnosis": None, "explanation": None}
            report.entries[node] = replace(
                entry,
                diagnosis="",
                details=_unnamed(entry.details),
                extra={**entry.extra, **gone},
            )


def _sought(grading: Grading, seen: Sequence[PlannedTest]) -> Sought | None:
    """What is looked for; None where nothing can be."""
    tests = [each.test for each in seen]
    question = tests[0].question
    if not grading.staged.has(question.module):
        return None
    score = grading.desks[question.kind].score(tests)
    course = question.places.stub(question.module).parent
    modules = [*_own(grading.staged.folder, course)]
    if score is None or question.module not in modules:
        return None
    return Sought(seen, modules, score)


def _explained(
    grading: Grading, report: Report, sought: Sought, budget: float
) -> tuple[Explanation | None, float]:
    """What explains the tests of one question, and the millions of steps it took."""
    seen, folder = sought.seen, grading.staged.folder
    most = budget, grading.budget.left_for(Extra.REPAIRS)
    try:
        found = look_for_repairs(
            grading.sandbox, folder, sought.modules, sought.score, most
        )
    except GraderError:  # a program that ends the process is told by its tests
        return None, 0.0
    right = [report.entries[each.node].passed for each in seen]
    if list(found.right) != right:
        return None, found.steps / 1e6  # it does otherwise here than it was graded
    fixes = {each.test.part.hints for each in seen} == {HINTS[1]}
    telling = Telling(grading, sought, right, fixes=fixes)
    return telling.told(found), found.steps / 1e6


def _own(folder: Path, course: Path) -> Iterator[str]:
    """The modules of a submission that are the student's, and small enough.

    What is, byte for byte, in the folder of the course's stubs is the course's.
    """
    theirs = {path.name: path.read_bytes() for path in visible(course, "*.py")}
    for path in sorted(folder.glob("*.py")):
        text = path.read_bytes()
        small = len(text) <= LARGEST and text.count(b"\n") <= LONGEST
        if small and theirs.get(path.name) != text:
            yield path.stem


def _tell(
    report: Report, seen: Sequence[PlannedTest], cause: Explanation, *, in_cells: bool
) -> None:
    """Say it above all tests, and in each of those that fail.

    No line is told where students are not told all of a test.
    """
    name, in_full = _question(seen[0]), seen[0].test.feedback == TOLD[0]
    several = report.entries[seen[0].node].several
    title = words.brief(cause, several)
    if in_full:
        title = words.title(cause, several, in_cells=in_cells)
    rows = words.rows(cause) if in_full else ()
    asks = words.asks(cause.family)
    report.notes = [n for n in report.notes if n.explains != name]
    report.notes.append(Note(f"{name}: {title}", (*rows, asks), name, asks))
    for node in [each.node for each in seen]:
        entry = report.entries[node]
        if _fails(entry):
            first = None if cause.several else _shown(cause.lines[0])
            report.entries[node] = replace(
                entry,
                diagnosis=title,
                line=first or entry.line,
                details=(*_unnamed(entry.details), (Named(title),)),
                extra={
                    **entry.extra,
                    "diagnosis": cause.family,
                    "explanation": cause.as_json(),
                },
            )


def _shown(line: Line) -> replay.Line:
    return replay.Line(line.file, line.line, line.source, 0, len(line.source))


def _unnamed(details: tuple[Passage, ...]) -> tuple[Passage, ...]:
    """The details without the title of another explanation."""
    return tuple(p for p in details if not any(isinstance(b, Named) for b in p))
