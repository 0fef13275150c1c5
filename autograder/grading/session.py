"""All tests of one grading, and what they teach: in a plain loop, or by pytest.

Who calls says how pytest is started: it takes as long to import as many tests, and is
wanted where an instructor's own tests are to run, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial
from typing import Any

from autograder.grading.grading import Grading
from autograder.grading.run import Run, run_all
from autograder.kinds.entries import AllJudged
from autograder.kinds.kind import Replays
from autograder.report.gradebook import Gradebook
from autograder.teaching.explanation import Explanation
from autograder.trees.tree import GameTree
from autograder.uploads.notebooks import Cells
from autograder.words.blocks import Quotation

Look = Callable[[AllJudged, str], None]
RunsTests = Callable[[Grading, Gradebook, "Look | None"], AllJudged]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a grading is to have beside the tests of trees.

    `checks` runs the instructor's own tests beside the others, where they are to run;
    `replays` are drawn in the report, `searches` are for the smallest trees. A search
    for repairs may make `explain` millions of steps; 0 is none.
    """

    checks: RunsTests | None = None
    replays: Replays = Replays.NONE
    searches: bool = True
    explain: float = 0.0


@dataclass(frozen=True, slots=True)
class SessionResult:
    """What came of the tests, and of each question that has one its explanation."""

    results: AllJudged
    explanations: Mapping[str, Explanation]


def grade_fully(
    grading: Grading, gradebook: Gradebook, wanted: Wanted
) -> SessionResult:
    """Run the tests of an assignment, and add to the report all that teaches.

    Raises KeyboardInterrupt where the user stopped it.
    """
    gradebook.time_by(grading.sandbox.clock)
    if grading.staged.picked.cells:
        gradebook.reword = partial(in_cells, cells=grading.staged.picked.cells)
    searches = wanted.searches and grading.assignment.counterexample > 0
    look = partial(grading.look, gradebook) if searches else None
    has_checks = grading.ready.has_checks
    runner = wanted.checks if wanted.checks and has_checks else grade_in_a_loop
    results = runner(grading, gradebook, look)
    grading.teach(gradebook, results, replays=wanted.replays, searches=searches)
    explanations: Mapping[str, Explanation] = {}
    wrong = any(not entry.passed for entry in gradebook.report.all())
    if wanted.explain > 0 and wrong:
        from autograder.grading.explaining import explain  # noqa: PLC0415 - few fail

        explanations = explain(grading, gradebook, wanted.explain)
    if grading.staged.picked.cells:
        gradebook.reword_all()
    return SessionResult(results, explanations)


def grade_in_a_loop(
    grading: Grading, gradebook: Gradebook, look: Look | None = None
) -> AllJudged:
    """Run the tests of trees; the report then holds what came of each.

    `look` is called with a visibility, and with those that are seen by then, when they
    have run and no other has. Raises KeyboardInterrupt where the user stopped it.
    """
    run = Run(grading, gradebook, look)
    run_all(run)
    return run.results


def in_cells(said: Any, cells: Sequence[Cells]) -> Any:
    """A text, or what holds texts, on lines of cells where those are of a module.

    All rooms speak of the module. What they have said is turned here, at the end.
    """
    if not cells or isinstance(said, GameTree):
        return said
    if isinstance(said, str):
        for each in cells:
            said = each.told(said)
    elif isinstance(said, (tuple, list)):
        said = type(said)(in_cells(each, cells) for each in said)
    elif isinstance(said, Mapping):
        said = {key: in_cells(each, cells) for key, each in said.items()}
    elif isinstance(said, Quotation):  # its last line speaks of those before
        whole = in_cells("\n".join(said.lines), cells)
        said = replace(said, lines=tuple(whole.split("\n")))
    elif is_dataclass(said) and not isinstance(said, type):
        parts = {each.name: getattr(said, each.name) for each in fields(said)}
        for each in cells:
            if parts.get("file") == f"{each.module}.py":
                parts["file"], parts["number"] = each.place(parts["number"])
        said = replace(said, **{name: in_cells(parts[name], cells) for name in parts})
    return said
