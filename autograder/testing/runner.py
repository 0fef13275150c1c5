"""pytest as the runner of a grading, untouched by how the caller has set it up."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from autograder.errors import AssignmentError, GraderError
from autograder.grading.grading import Grading
from autograder.kinds.entries import AllJudged
from autograder.report.gradebook import Gradebook
from autograder.words.blocks import Note, all_stopped

INI = Path(__file__).with_name("grading.ini")
OK, TESTS_FAILED, INTERRUPTED, USAGE_ERROR = 0, 1, 2, 4  # of pytest's exit codes
CALLERS_OWN = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS")  # set for another project's tests
STOPPED = {
    USAGE_ERROR: (AssignmentError, "its conftest.py cannot be used"),
    INTERRUPTED: (AssignmentError, "one of its checks stopped the rest"),
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
BROKEN = (GraderError, "the test runner itself broke")


def by_pytest(grading: Grading, gradebook: Gradebook, *, searches: bool) -> AllJudged:
    """The results of tests of trees, after all have run as pytest's items."""
    # Importing pytest takes as long as many tests, and most have no use for it.
    import pytest  # noqa: PLC0415 - see above

    from autograder.testing import plugin  # noqa: PLC0415 - see above

    folder = grading.assignment.folder.resolve()
    run = plugin.PytestRun(grading, gradebook, searches=searches, folder=folder)
    plugins = [plugin.HandOver(run), plugin, plugin.Silence()]
    grading.haste.begin_hurrying()  # nobody reads what pytest itself says of a test
    with _set_aside(folder):
        try:
            status = int(pytest.main(_arguments(folder), plugins))
        except SystemExit:  # a conftest.py calls sys.exit
            status = USAGE_ERROR
    if run.interrupted:
        raise KeyboardInterrupt
    run.finish()
    if status not in (OK, TESTS_FAILED):
        blame, why = STOPPED.get(status, BROKEN)
        report = gradebook.report
        report.blame = blame
        whose = "the assignment" if blame is AssignmentError else "the grader"
        report.notes.append(Note(all_stopped(why, whose)))
        report.complaints.append(f"{folder}: the tests were stopped: {why}")
    return run.results


def _arguments(folder: Path) -> list[str]:
    return [
        ".",
        f"--config-file={INI}",
        f"--rootdir={folder}",
        f"--confcutdir={folder}",
        "--disable-plugin-autoload",
        "--continue-on-collection-errors",
        "--quiet",
        *[f"-pno:{each}" for each in NEEDLESS],
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
            file = getattr(sys.modules[name], "__file__", None)
            if isinstance(file, str) and folder in Path(file).parents:
                del sys.modules[name]  # another assignment may have one of this name
