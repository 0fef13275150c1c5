"""Choose tests of an assignment: by question, by tree, or by the one file submitted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fnmatch import fnmatch
from pathlib import Path

from autograder.assignment.questions import AnyTest, Assignment
from autograder.errors import AssignmentError
from autograder.text import path_shown


def selected(
    assignment: Assignment, question: str | None, tree: str | None
) -> Assignment:
    """The assignment with only the question and the trees, or rows, asked for."""
    tests = assignment.tests
    if question is not None:
        tests = _of_question(tests, question)
    if tree is not None:
        tests = _about(tests, tree)
    return replace(assignment, tests=tests)


def _of_question(tests: Sequence[AnyTest], name: str) -> tuple[AnyTest, ...]:
    found = tuple(test for test in tests if test.question.name == name)
    if not found:
        hint = nearest(name, (test.question.name for test in tests))
        raise AssignmentError(f"--question {name}: there is no such question{hint}")
    return found


def _about(tests: Sequence[AnyTest], pattern: str) -> tuple[AnyTest, ...]:
    found = tuple(test for test in tests if _fits(test.about, pattern))
    if not found:
        names = [test.about for test in tests]
        hint = nearest(pattern, [*names, *(Path(name).name for name in names)])
        raise AssignmentError(f"--tree {pattern}: no tree fits{hint}")
    return found


def nearest(name: str, possible: Iterable[str]) -> str:
    """A question whether the nearest of the known names was meant."""
    from difflib import get_close_matches  # noqa: PLC0415 - for a mistake alone

    names = list(dict.fromkeys(possible))
    near = get_close_matches(name.strip("*"), names, n=1, cutoff=0.4)
    return f"; did you mean {near[0]}?" if near else f"; try {names[0]}"


def _fits(name: str, pattern: str) -> bool:
    return (
        name == pattern or fnmatch(name, pattern) or fnmatch(Path(name).name, pattern)
    )


def of_single_file(assignment: Assignment, submission: Path) -> Assignment:
    """Of a single `.py` file, only the questions that ask for it."""
    module = submission.stem
    if submission.suffix != ".py" or submission.is_dir():
        return assignment
    tests = tuple(t for t in assignment.tests if t.question.module == module)
    if not tests:
        asked = " or ".join(f"{name}.py" for name in assignment.modules())
        found = f"{path_shown(submission)}: no question asks for it"
        raise AssignmentError(f"{found}, but for {asked}")
    return replace(assignment, tests=tests)
