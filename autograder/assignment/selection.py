"""Choose tests of an assignment: by question, by tree, or by the one file submitted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fnmatch import fnmatch
from pathlib import Path

from autograder.assignment.questions import Assignment, Case
from autograder.errors import AssignmentError
from autograder.text import path_shown


def selected(
    assignment: Assignment, question: str | None, tree: str | None
) -> Assignment:
    """The assignment with only the question and the trees that were asked for."""
    cases = assignment.cases
    if question is not None:
        cases = _of_question(cases, question)
    if tree is not None:
        cases = _on_trees(cases, tree)
    return replace(assignment, cases=cases)


def _of_question(cases: Sequence[Case], name: str) -> tuple[Case, ...]:
    found = tuple(case for case in cases if case.question.name == name)
    if not found:
        hint = nearest(name, (case.question.name for case in cases))
        raise AssignmentError(f"--question {name}: there is no such question{hint}")
    return found


def _on_trees(cases: Sequence[Case], pattern: str) -> tuple[Case, ...]:
    found = tuple(case for case in cases if _fits(case.tree_name, pattern))
    if not found:
        names = [case.tree_name for case in cases]
        hint = nearest(pattern, [*names, *(Path(name).name for name in names)])
        raise AssignmentError(f"--tree {pattern}: no tree fits{hint}")
    return found


def nearest(name: str, known: Iterable[str]) -> str:
    """A question whether the nearest of the known names was meant."""
    from difflib import get_close_matches  # noqa: PLC0415 - for a mistake alone

    names = list(dict.fromkeys(known))
    near = get_close_matches(name.strip("*"), names, n=1, cutoff=0.4)
    return f"; did you mean {near[0]}?" if near else f"; try {names[0]}"


def _fits(name: str, pattern: str) -> bool:
    return fnmatch(name, pattern) or fnmatch(Path(name).name, pattern)


def of_single_file(assignment: Assignment, submission: Path) -> Assignment:
    """Of a single `.py` file, only the questions that ask for it."""
    module = submission.stem
    if submission.suffix != ".py" or submission.is_dir():
        return assignment
    cases = tuple(c for c in assignment.cases if c.question.module == module)
    if not cases:
        asked = " or ".join(f"{name}.py" for name in assignment.modules())
        found = f"{path_shown(submission)}: no question asks for it"
        raise AssignmentError(f"{found}, but for {asked}")
    return replace(assignment, cases=cases)
