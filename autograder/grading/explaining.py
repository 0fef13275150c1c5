"""Why a program is wrong, told by a repair of it that was graded and found right.

It comes after all points are there, and changes none. Only tests that students see at
once are tried, so nothing hidden can be learnt from it.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from autograder.assignment.questions import is_told
from autograder.drawing import replay
from autograder.errors import GraderError
from autograder.grading.grading import Grading
from autograder.judging.verdicts import Verdict
from autograder.kinds.entries import told_if_it_fails
from autograder.kinds.judged import AllJudged, AnyJudged, by_question
from autograder.observing.repairing import Repair, look_for_repairs
from autograder.report.gradebook import Gradebook
from autograder.teaching import explanation
from autograder.teaching.explanation import Explanation, Line
from autograder.uploads import staging
from autograder.uploads.reading import uploads
from autograder.walls.leftovers import remove
from autograder.words import explanations as words
from autograder.words.blocks import Named, Note, Passage

SEEK = "looking for a small change that makes {} right"
NO_ROOM = "There was no time left to look for the line that makes {} wrong."
LARGEST, LONGEST = 100_000, 2_000  # bytes and lines of a module that is worth a search


class Regrading(Grading):
    """The grading of a program that was edited, beside that of the student's own."""

    stage = "edited"


def explain(
    grading: Grading, gradebook: Gradebook, judged: AllJudged, budget: float
) -> dict[str, Explanation]:
    """Say of each question that fails where a small change makes all right.

    The search makes at most `budget` millions of steps for all of them.
    """
    explanations: dict[str, Explanation] = {}
    with told_if_it_fails(gradebook):
        failing = {
            name: members
            for name, members in by_question(judged).items()
            if _fails(_seen(members))
        }
        for left, (name, members) in zip(
            range(len(failing), 0, -1), failing.items(), strict=True
        ):
            if grading.budget.is_over():
                gradebook.report.notes.append(Note(NO_ROOM.format(name)))
                break
            gradebook.announce(SEEK.format(name))
            made, steps = _explained(grading, _seen(members), budget / left)
            budget -= steps
            if made is not None:
                explanations[name] = made
                in_cells = bool(grading.staged.cells)
                _tell(gradebook, members, made, in_cells=in_cells)
    if explanations:
        gradebook.save_if_possible()
    return explanations


def _seen(members: Mapping[str, AnyJudged]) -> Mapping[str, AnyJudged]:
    """The tests that students see at once, and are told."""
    return {node: each for node, each in members.items() if is_told(each.test)}


def _is_right(judged: AnyJudged) -> bool:
    return judged.verdict is Verdict.CORRECT


def _fails(seen: Mapping[str, AnyJudged]) -> bool:
    return bool(seen) and not all(map(_is_right, seen.values()))


def _explained(
    grading: Grading, seen: Mapping[str, AnyJudged], budget: float
) -> tuple[Explanation | None, float]:
    """What explains the tests of one question, and the millions of steps it took."""
    tests = [each.test for each in seen.values()]
    kind = grading.desks[tests[0].question.kind]
    module = tests[0].question.module
    score = kind.score(tests) if grading.staged.has(module) else None
    if score is None:
        return None, 0.0
    folder = grading.staged.folder
    modules = [path.stem for path in sorted(folder.glob("*.py")) if _is_small(path)]
    if module not in modules:
        return None, 0.0
    try:
        found = look_for_repairs(grading.sandbox, folder, modules, score, budget)
    except GraderError:  # a program that ends the process is told by its tests
        return None, 0.0
    if list(found.right) != [_is_right(each) for each in seen.values()]:
        return None, found.steps / 1e6  # it does otherwise here than it was graded
    verified = _verified(grading, seen, found.repairs)
    chosen, either = explanation.told([*verified])
    return _told(folder, chosen, len(tests), either=either), found.steps / 1e6


def _is_small(path: Path) -> bool:
    text = path.read_bytes()
    return len(text) <= LARGEST and text.count(b"\n") <= LONGEST


def _verified(
    grading: Grading, seen: Mapping[str, AnyJudged], repairs: Sequence[Repair]
) -> Iterator[Repair]:
    """The repairs with which each test is right when it is graded in the usual way."""
    for repair in repairs:
        if grading.budget.is_over():
            return
        home = grading.sandbox.folder / "edits"
        try:
            remove(home)
            shutil.copytree(grading.staged.folder, home)
            for name, source in repair.sources.items():
                (home / f"{name}.py").write_text(source, encoding="utf-8")
            if _all_right(grading, home, seen):
                yield repair
        finally:
            remove(home)
            remove(grading.sandbox.folder / Regrading.stage)


def _all_right(grading: Grading, home: Path, seen: Mapping[str, AnyJudged]) -> bool:
    ready = grading.ready
    picked = staging.pick(uploads(home), ready.assignment.modules(), ready.checks)
    again = Regrading(ready, picked, grading.sandbox)
    return all(_is_right(again.grade(each.test)) for each in seen.values())


def _told(
    folder: Path, chosen: Sequence[Repair], tests: int, *, either: bool
) -> Explanation | None:
    if not chosen:
        return None
    changes = [change for repair in chosen for change in repair.changes]
    places = dict.fromkeys(place for repair in chosen for place in repair.lines)
    return Explanation(
        lines=tuple([_line(folder, *place) for place in places]),
        family=explanation.family(changes),
        role=explanation.role(changes),
        right=tests,
        of=tests,
        either=either,
    )


def _line(folder: Path, module: str, number: int) -> Line:
    source = (folder / f"{module}.py").read_text(encoding="utf-8", errors="replace")
    rows = source.splitlines()
    text = rows[number - 1].strip() if number <= len(rows) else ""
    return Line(f"{module}.py", number, text)


def _tell(
    gradebook: Gradebook,
    members: Mapping[str, AnyJudged],
    cause: Explanation,
    *,
    in_cells: bool,
) -> None:
    """Say it above all tests, and in each of those that fail."""
    report = gradebook.report
    question = next(iter(members.values())).test.question.name
    title = words.title(cause, in_cells=in_cells)
    report.notes = [n for n in report.notes if n.explains != question]
    note = Note(f"{question}: {title}", words.lines(cause), question, words.asks(cause))
    report.notes.append(note)
    for node, judged in _seen(members).items():
        entry = report.entries[node]
        if not _is_right(judged):
            report.entries[node] = replace(
                entry,
                diagnosis=title,
                line=entry.line if cause.several else _shown(cause.lines[0]),
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
