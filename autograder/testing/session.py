"""One pytest session in this process, untouched by how the caller has set up pytest."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from autograder.assignment import file as assignmentfile
from autograder.errors import AssignmentError, GraderError
from autograder.grading import lessons
from autograder.grading.grading import Grading
from autograder.grading.lessons import Results
from autograder.report.gradebook import Gradebook
from autograder.teaching.diagnosis import Diagnosis
from autograder.testing import plugin as pytest_plugin
from autograder.testing.items import Run

INI = Path(__file__).with_name("grading.ini")
GRADED = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
CALLERS_OWN = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS")  # set for another project's tests
STOPPED = {
    pytest.ExitCode.USAGE_ERROR: (AssignmentError, "its conftest.py cannot be used"),
    pytest.ExitCode.INTERRUPTED: (
        AssignmentError,
        "one of its checks stopped the rest",
    ),
}
NEEDLESS = (  # each costs every grading a little of its time
    "cacheprovider",
    "doctest",
    "faulthandler",  # it would take the signals for itself
    "junitxml",
    "legacypath",
    "pastebin",
    "setuponly",
    "setupplan",
    "stepwise",
    "threadexception",
    "unraisableexception",
)
WITHOUT_CHECKS = (  # what only an instructor's own tests can need
    "--assert=plain",
    "--capture=no",
    *("-pno:logging", "-pno:recwarn", "-pno:skipping", "-pno:subtests"),
    *("-pno:unittest", "-pno:warnings"),
)
CHECK_FILES = ("test_*.py", "*_test.py")  # as pytest names them
BROKEN = (GraderError, "the test runner itself broke")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a grading is to have beside the tests of trees.

    `replays` are drawn in the report, `searches` are for the smallest trees.
    """

    checks: bool = True
    replays: bool = False
    searches: bool = True


@dataclass(frozen=True, slots=True)
class Found:
    """What came of the tests of trees, and of each question what explains them all."""

    results: Results
    diagnoses: Mapping[str, Diagnosis | None]


def grade_fully(grading: Grading, gradebook: Gradebook, wanted: Wanted) -> Found:
    """Run the tests of an assignment, and add to the report all that teaches.

    Raises KeyboardInterrupt where the user stopped it.
    """
    searches = wanted.searches and grading.assignment.counterexample > 0
    look = partial(lessons.search_visible, grading, gradebook)
    results = grade(
        grading,
        gradebook,
        with_checks=wanted.checks,
        before_hidden=look if searches else None,
    )
    diagnoses = lessons.add(
        grading, gradebook, results, replays=wanted.replays, searches=searches
    )
    return Found(results, diagnoses)


def grade(
    grading: Grading,
    gradebook: Gradebook,
    *,
    with_checks: bool,
    before_hidden: Callable[[Results], None] | None = None,
) -> Results:
    """Run the tests of an assignment; the report then holds what came of each.

    Returns the results of the tests of trees. `before_hidden` is called with those of
    the visible ones, when they have run and no other has.

    Raises KeyboardInterrupt where the user stopped it.
    """
    folder = grading.assignment.folder.resolve()
    with_checks = with_checks and any(map(any, map(folder.rglob, CHECK_FILES)))
    run = Run(folder, grading, gradebook, before_hidden=before_hidden)
    plugins = [pytest_plugin.HandOver(run), pytest_plugin, pytest_plugin.Silence()]
    with _set_aside(folder):
        try:
            status = pytest.main(_arguments(folder, with_checks=with_checks), plugins)
        except SystemExit:  # a conftest.py calls sys.exit
            status = pytest.ExitCode.USAGE_ERROR
    if run.interrupted:
        raise KeyboardInterrupt
    run.show_visible()
    if status not in GRADED:
        blame, why = STOPPED.get(pytest.ExitCode(status), BROKEN)
        report = gradebook.report
        report.blame = blame
        whose = "the assignment" if blame is AssignmentError else "the grader"
        report.notes.append(
            f"The tests were stopped: {why}. This is a fault of {whose}, not of your "
            "submission: tell your instructor."
        )
        report.complaints.append(f"{folder}: the tests were stopped: {why}")
    return run.results


def _arguments(folder: Path, *, with_checks: bool) -> list[str]:
    """Our configuration, no cache, no foreign plugins, no conftest.py from above."""
    return [
        "." if with_checks else assignmentfile.FILE,
        f"--config-file={INI}",
        f"--rootdir={folder}",
        f"--confcutdir={folder}",
        "--disable-plugin-autoload",
        "--continue-on-collection-errors",
        "--quiet",
        *[f"-pno:{plugin}" for plugin in NEEDLESS],
        *([] if with_checks else WITHOUT_CHECKS),
    ]


@contextmanager
def _set_aside(folder: Path) -> Iterator[None]:
    """Stand in the folder, whose name may be any, and leave nothing behind."""
    before, modules = Path.cwd(), set(sys.modules)
    variables = {name: os.environ.pop(name, None) for name in CALLERS_OWN}
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
        os.environ.update({n: v for n, v in variables.items() if v is not None})
        for name in set(sys.modules) - modules:
            if _lies_in(folder, sys.modules[name]):
                del sys.modules[name]  # another assignment may have one of this name


def _lies_in(folder: Path, module: object) -> bool:
    file = getattr(module, "__file__", None)
    return isinstance(file, str) and folder in Path(file).parents
