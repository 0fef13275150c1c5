"""Choose tests of an assignment: by question, by tree, or by the one file submitted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, TypeVar

from autograder.assignment.questions import AnyTest, Assignment
from autograder.errors import AssignmentError
from autograder.files import MODULES
from autograder.text import LONGEST_PATH, clean, few_names, path_shown

ON_TREES = ("search", "playouts")  # the kinds of question that are asked on trees
NEAR = 3  # names that may have been meant
NAMES = 120  # characters of those that fit

Test = TypeVar("Test", bound=AnyTest)


def only_selected(
    assignment: Assignment, question: str | None, tree: str | None
) -> Assignment:
    """The assignment with only the question and the trees, or rows, asked for."""
    tests = assignment.tests
    if question is not None:
        names = [test.question.name for test in tests]
        tests = tuple(test for test in tests if test.question.name == question)
        if not tests:
            missing = f"--question {question}: there is no such question"
            raise AssignmentError(missing + hint_of_names(question, names))
    if tree is not None:
        names = [test.about for test in tests]
        tests = tuple(test for test in tests if _fits(test.about, tree))
        if not tests:
            hint = hint_of_names(tree, [*names, *(Path(name).name for name in names)])
            raise AssignmentError(f"--tree {tree}: no tree fits{hint}")
    return replace(assignment, tests=tests)


def tests_named(tests: Sequence[Test], name: str) -> tuple[Test, ...]:
    """The tests on the one tree, or the one row, that goes by a name or its last part.

    Raises AssignmentError where none does, or several do.
    """
    exact = tuple(test for test in tests if test.about == name)
    fitting = exact or tuple(test for test in tests if _fits(test.about, name))
    names = tuple(dict.fromkeys(test.about for test in fitting))
    if len(names) == 1:
        return fitting
    things = dict.fromkeys("tree" if _is_on_tree(test) else "row" for test in tests)
    shown, thing = clean(name, LONGEST_PATH), " or ".join(things) or "tree"
    if names:
        found = f"expected one {thing}, found {few_names(names, NAMES)}"
        raise AssignmentError(f"{shown}: {found}")
    last = [Path(t.about).name if _is_on_tree(t) else t.about for t in tests]
    near = hint_of_names(name, last, NEAR)
    raise AssignmentError(f"{shown}: there is no such {thing}{near}")


def tests_on_trees(assignment: Assignment) -> Iterator[Any]:
    """The tests on trees: of searches, and of those by playouts."""
    for test in assignment.tests:
        if _is_on_tree(test):
            yield test


def _is_on_tree(test: AnyTest) -> bool:
    return test.question.kind in ON_TREES


def hint_of_names(name: str, possible: Iterable[str], most: int = 1) -> str:
    """A question whether the nearest of the known names was meant, or so many."""
    from difflib import get_close_matches  # noqa: PLC0415 - for a mistake alone

    names = list(dict.fromkeys(possible))
    near = get_close_matches(name.strip("*"), names, n=most, cutoff=0.4)
    if near:
        *others, last = near
        meant = f"{', '.join(others)} or {last}" if others else last
        return f"; did you mean {meant}?"
    return f"; try {names[0]}" if names else ""


def _fits(name: str, pattern: str) -> bool:
    return (
        name == pattern or fnmatch(name, pattern) or fnmatch(Path(name).name, pattern)
    )


def assignment_for_file(assignment: Assignment, submission: Path) -> Assignment:
    """Of a single `.py` file or notebook, only the questions that ask for it."""
    module = submission.stem
    if submission.suffix not in MODULES or submission.is_dir():
        return assignment
    tests = tuple(t for t in assignment.tests if t.question.module == module)
    if assignment.interface.hands_in and module in assignment.handed_in():
        return assignment
    if not tests or module not in assignment.handed_in():
        asked = " or ".join(f"{name}.py" for name in assignment.handed_in())
        found = f"{path_shown(submission)}: no question asks for it"
        raise AssignmentError(f"{found}, but for {asked}")
    return replace(assignment, tests=tests)
