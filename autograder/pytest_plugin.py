"""pytest is the runner: every (question, tree) pair of an assignment is an item.

`pytest --submission DIR` grades; without that option the plugin does nothing. The
command line of the autograder runs pytest too, and hands over what it has opened.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest

from autograder import assignmentfile, checks
from autograder.errors import AutograderError
from autograder.fixture import CallableSubmission
from autograder.grading import Grading
from autograder.pytest_items import RUN, AssignmentFile, NotCorrect, Run, TreeItem
from autograder.report import Entry, Report, broken_entry, pending_entry
from autograder.sandbox import Sandbox

DEFAULT_ASSIGNMENT = "test_trees"
OUTCOME = pytest.StashKey[checks.Outcome]()


class HandOver:
    """Gives the plugin a run that has been opened already."""

    def __init__(self, run: Run) -> None:
        self._run = run

    @pytest.hookimpl(tryfirst=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        """Put the run where the plugin looks for it."""
        config.stash[RUN] = self._run


class Silence:
    """Takes pytest's own words away: the table tells all, and tells it better."""

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        """Unregister the reporter that pytest has just registered."""
        config.pluginmanager.unregister(name="terminalreporter")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options of `pytest --submission`."""
    group = parser.getgroup("autograder")
    group.addoption("--submission", metavar="DIR", help="grade this submission")
    group.addoption(
        "--assignment", metavar="DIR", default=DEFAULT_ASSIGNMENT, help="its trees"
    )
    group.addoption("--results", metavar="FILE", help="write Gradescope's JSON here")


def pytest_configure(config: pytest.Config) -> None:
    """Open the grading, and collect its assignment unless told what to collect."""
    submission = config.getoption("--submission", None)
    if submission is None or RUN in config.stash:
        return
    sandbox = Sandbox()
    config.add_cleanup(sandbox.close)
    try:
        folder = Path(config.getoption("--assignment"))
        grading = Grading(assignmentfile.load(folder), Path(submission), sandbox)
    except AutograderError as fault:
        raise pytest.UsageError(str(fault)) from None
    results = config.getoption("--results")
    report = Report(grading.assignment.title)
    config.stash[RUN] = Run(grading, report, Path(results) if results else None)
    if config.args_source is not pytest.Config.ArgsSource.ARGS:
        config.args = [str(folder)]


def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> pytest.Collector | None:
    """The assignment's file holds the tree tests."""
    run = parent.config.stash.get(RUN, None)
    if run is None or file_path.name != assignmentfile.FILE:
        return None
    if file_path.parent.resolve() != run.grading.assignment.folder.resolve():
        return None
    collector: pytest.Collector = AssignmentFile.from_parent(parent, path=file_path)
    return collector


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A folder with an assignment of its own is another assignment."""
    run = config.stash.get(RUN, None)
    if run is None or collection_path == run.grading.assignment.folder.resolve():
        return None
    return (collection_path / assignmentfile.FILE).is_file() or None


def pytest_collection_finish(session: pytest.Session) -> None:
    """Trees first; and an entry for each test, which stands if we are stopped."""
    run = session.config.stash.get(RUN, None)
    if run is None:
        return
    session.items.sort(key=lambda item: not isinstance(item, TreeItem))
    for item in session.items:
        run.report.entries[item.nodeid] = _pending(item)
    run.save()


def _pending(item: pytest.Item) -> Entry:
    if isinstance(item, TreeItem):
        return pending_entry(item.case, item.number)
    return checks.pending_entry(item.name, _function(item))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """What an earlier call of a check has set does not count."""
    if RUN in item.config.stash and not isinstance(item, TreeItem):
        checks.forget_last_run(_function(item))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Make an entry of every check, and of every tree test that broke."""
    report = yield
    run = item.config.stash.get(RUN, None)
    if run is None:
        return report
    if isinstance(item, TreeItem):
        if call.excinfo is not None and not call.excinfo.errisinstance(NotCorrect):
            message = call.excinfo.exconly()
            run.record(item.nodeid, broken_entry(item.case, item.number, message))
        return report
    outcome = item.stash.setdefault(OUTCOME, checks.Outcome())
    outcome.note(report, call.excinfo)
    if report.when == "teardown":
        entry = checks.entry_of(item.name, _function(item), outcome)
        run.record(item.nodeid, entry)
    return report


@pytest.fixture(scope="session")
def submission(pytestconfig: pytest.Config) -> CallableSubmission:
    """The submission under test; its functions are called in a worker."""
    return CallableSubmission(pytestconfig.stash[RUN].grading)


@pytest.fixture
def set_score() -> None:
    """A parameter that `partial_credit` fills in; pytest takes it for a fixture."""


@pytest.fixture
def set_leaderboard_value() -> None:
    """A parameter that `leaderboard` fills in; pytest takes it for a fixture."""


def _function(item: pytest.Item) -> Callable[..., Any]:
    """The test function, as its decorators left it."""
    function: Callable[..., Any] = getattr(item, "function", item.runtest)
    return function
