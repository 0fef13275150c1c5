"""pytest is the runner: every test of an assignment is an item.

`pytest --submission DIR` grades; without that option the plugin does nothing. The
command line of the autograder runs pytest too, and hands over what it has opened.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from autograder.assignment.reading import FILE
from autograder.errors import AssignmentError, AutograderError
from autograder.files import is_hidden
from autograder.grading.grading import opened
from autograder.kinds.all import load
from autograder.report.gradebook import Gradebook
from autograder.sandbox.sandbox import Sandbox
from autograder.sandbox.workers import FLAG
from autograder.testing.fixture import CallableSubmission
from autograder.testing.items import RUN, AssignmentFile, PytestRun
from autograder.testing.recorder import Recorder
from autograder.uploads.several import require_one

DEFAULT_ASSIGNMENT = "test_trees"


class HandOver:
    """Gives the plugin a run that has been opened already."""

    def __init__(self, run: PytestRun) -> None:
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
    group.addoption(
        FLAG, action="store_true", help="grade code that this system cannot isolate"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Open the grading, unless the command line of the autograder has done so."""
    if RUN not in config.stash and config.getoption("--submission", None) is not None:
        _open(config)
    if RUN in config.stash and not _only_distributes(config):
        config.pluginmanager.register(Recorder(config.stash[RUN]), "autograder-report")


def _open(config: pytest.Config) -> None:
    """Open what the options name; collect its tests, or those that are named."""
    folder = Path(config.getoption("--assignment"))
    results = config.getoption("--results")
    if results and config.getoption("numprocesses", None):
        raise pytest.UsageError("--results needs one process: leave -n out")
    if config.args_source is not pytest.Config.ArgsSource.ARGS:
        config.args = [str(folder)]
    sandbox = Sandbox()
    config.add_cleanup(sandbox.close)
    gradebook = Gradebook(Path(results) if results else None)
    submission = Path(config.getoption("--submission"))
    try:
        assignment = load(folder)
        require_one(submission, assignment.handed_in())
        grading = opened(
            assignment,
            submission,
            sandbox,
            gradebook.report,
            trusted=config.getoption(FLAG),
        )
    except AutograderError as fault:
        raise pytest.UsageError(str(fault)) from None
    config.stash[RUN] = PytestRun(grading, gradebook, folder=folder.resolve())


def _only_distributes(config: pytest.Config) -> bool:
    """Whether the tests run in other processes, those of pytest-xdist."""
    here = hasattr(config, "workerinput")
    return bool(config.getoption("numprocesses", None)) and not here


def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> pytest.Collector | None:
    """The assignment's file holds the tree tests."""
    run = parent.config.stash.get(RUN, None)
    if run is None or file_path.name != FILE:
        return None
    if file_path.parent.resolve() != run.folder:
        return None
    collector: pytest.Collector = AssignmentFile.from_parent(parent, path=file_path)
    return collector


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """A folder with an assignment of its own is another one; what is hidden is none."""
    run = config.stash.get(RUN, None)
    if run is None:
        return None
    if collection_path.resolve() == run.folder:
        return None
    is_another = (collection_path / FILE).is_file()
    return is_another or is_hidden(collection_path.name) or None


@pytest.fixture(scope="session")
def submission(pytestconfig: pytest.Config) -> CallableSubmission:
    """The submission under test; its functions are called in a worker."""
    run = pytestconfig.stash.get(RUN, None)
    if run is None:
        pytest.fail("name a submission: pytest --submission DIR", pytrace=False)
    return CallableSubmission(run.grading)


@pytest.fixture
def set_score() -> Callable[[float], NoReturn]:
    """Gives way to what `partial_credit` fills in; pytest asks for a fixture."""
    return _undecorated("set_score", "partial_credit")


@pytest.fixture
def set_leaderboard_value() -> Callable[[float], NoReturn]:
    """Gives way to what `leaderboard` fills in; pytest asks for a fixture."""
    return _undecorated("set_leaderboard_value", "leaderboard")


def _undecorated(parameter: str, decorator: str) -> Callable[[float], NoReturn]:
    def refuse(_: float) -> NoReturn:
        raise AssignmentError(f"{parameter} needs the decorator {decorator}")

    return refuse
