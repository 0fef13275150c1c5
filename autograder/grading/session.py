"""One grading, whole: its tests, in a plain loop or by pytest, and what they teach.

Who calls says how pytest is started: it takes as long to import as many tests, and is
wanted where an instructor's own tests are to run, and nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial
from typing import Any, Protocol

from autograder.assignment.questions import FACETS
from autograder.grading.grading import Grading, grade_all_tests
from autograder.kinds.entries import AllJudged
from autograder.kinds.kind import Replays
from autograder.report.gradebook import Gradebook
from autograder.trees.tree import GameTree
from autograder.uploads.notebooks import Cells
from autograder.words.blocks import Facet, Note, Quotation


class RunsTests(Protocol):
    """Runs the tests of a grading; the results are those of trees."""

    def __call__(
        self, grading: Grading, gradebook: Gradebook, *, searches: bool
    ) -> AllJudged:
        """Raises KeyboardInterrupt where the user stopped it."""
        ...


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


def grade_fully(grading: Grading, gradebook: Gradebook, wanted: Wanted) -> AllJudged:
    """Run the tests of an assignment, and add to the report all that teaches.

    The results of the tests are given. Raises KeyboardInterrupt where the user stopped
    it.
    """
    gradebook.time_by(grading.sandbox.clock_seconds)
    if grading.staged.picked.cells:
        gradebook.reword = partial(
            with_notebook_cells, cells=grading.staged.picked.cells
        )
    searches = wanted.searches and grading.assignment.counterexample > 0
    has_checks = grading.ready.has_checks
    runner = wanted.checks if wanted.checks and has_checks else grade_all_tests
    results = runner(grading, gradebook, searches=searches)
    grading.add_lessons(gradebook, results, replays=wanted.replays, searches=searches)
    wrong = any(not entry.passed for entry in gradebook.report.all())
    if wanted.explain > 0 and wrong:
        from autograder.grading.explaining import explain  # noqa: PLC0415 - few fail

        explain(grading, gradebook, wanted.explain)
    if grading.staged.picked.cells:
        gradebook.reword_all()
    if names := grading.ready.names():
        gradebook.reword = partial(with_students_names, names=names)
        gradebook.reword_all()
    return results


Names = Mapping[str, Mapping[str, str]]  # by question and function of its adapter


def with_students_names(said: Any, names: Names) -> Any:
    """Sentences on an adapter's functions, on those of the student's that it calls.

    What is quoted, and what other programs read, stays as it is.
    """
    if isinstance(said, Mapping):
        return {key: with_students_names(each, names) for key, each in said.items()}
    if isinstance(said, list):
        return [with_students_names(each, names) for each in said]
    mine = names.get(getattr(said, "group", getattr(said, "explains", "")), {})
    if not mine:
        return said
    named = re.compile(rf"(?<![\w.])({'|'.join(mine)})(?!\w)")

    def change(text: str) -> str:
        return named.sub(lambda match: mine[match[0]], text)

    if isinstance(said, Note):
        lines = tuple(map(change, said.lines))
        return replace(said, title=change(said.title), lines=lines)
    details = tuple([tuple([_changed(b, change) for b in p]) for p in said.details])
    return replace(
        said,
        headline=change(said.headline),
        diagnosis=change(said.diagnosis),
        details=details,
    )


def _changed(block: Any, change: Callable[[str], str]) -> Any:
    """A block in which sentences are changed; what is quoted has none."""
    is_function = isinstance(block, Facet) and block.name not in FACETS
    keys = ("text", "sentence", "title", *["name"] * is_function)
    own = {k: change(t) for k in keys if isinstance(t := getattr(block, k, None), str)}
    return replace(block, **own) if own and not isinstance(block, Quotation) else block


def with_notebook_cells(said: Any, cells: Sequence[Cells]) -> Any:
    """A text, or what holds texts, on lines of cells where those are of a module.

    All rooms speak of the module. What they have said is turned here, at the end.
    """
    if not cells or isinstance(said, GameTree):
        return said
    if isinstance(said, str):
        for each in cells:
            said = each.text_with_cells(said)
    elif isinstance(said, (tuple, list)):
        said = type(said)(with_notebook_cells(each, cells) for each in said)
    elif isinstance(said, Mapping):
        said = {key: with_notebook_cells(each, cells) for key, each in said.items()}
    elif isinstance(said, Quotation):  # its last line speaks of those before
        whole = with_notebook_cells("\n".join(said.lines), cells)
        said = replace(said, lines=tuple(whole.split("\n")))
    elif is_dataclass(said) and not isinstance(said, type):
        parts = {each.name: getattr(said, each.name) for each in fields(said)}
        for each in cells:
            if parts.get("file") == f"{each.module}.py":
                parts["file"], parts["number"] = each.place(parts["number"])
        said = replace(
            said, **{name: with_notebook_cells(parts[name], cells) for name in parts}
        )
    return said
