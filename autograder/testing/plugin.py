"""pytest is the runner: every test of an assignment is an item.

`pytest --submission DIR` grades; without that option the plugin does nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import pytest

from autograder.assignment.questions import FIRST_SEEN
from autograder.assignment.reading import FILE
from autograder.errors import AssignmentError, AutograderError
from autograder.files import is_hidden
from autograder.grading.grading import PlannedTest, Run, opened_grading, planned_tests
from autograder.kinds.all import load
from autograder.kinds.entries import pending_entry
from autograder.report import plain
from autograder.report.entries import Entry
from autograder.report.gradebook import Gradebook
from autograder.sandbox.sandbox import Sandbox
from autograder.sandbox.workers import FLAG
from autograder.testing import checks
from autograder.testing.checks import CallableSubmission, fault_of_check
from autograder.text import clean
from autograder.uploads.several import require_one
from autograder.words.faults import not_run_sentence

DEFAULT_ASSIGNMENT = "test_trees"
LONGEST_MESSAGE = 200


@dataclass(slots=True, kw_only=True)
class PytestRun(Run):
    """A grading under way whose tests pytest goes through."""

    folder: Path  # the assignment's, wherever pytest may stand
    interrupted: bool = False  # by the one at the keyboard


RUN = pytest.StashKey[PytestRun]()


class AssignmentFile(pytest.File):
    """The tests of an assignment."""

    def collect(self) -> Iterator[QuestionItem]:
        """One item for each."""
        for test in planned_tests(self.config.stash[RUN].grading.assignment):
            item: QuestionItem = QuestionItem.from_parent(self, name=test.node)
            item.test = test
            yield item


class NotCorrect(Exception):  # noqa: N818 - the outcome of a test
    """A test that did not pass; its entry says why."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry.headline)
        self.entry = entry


class QuestionItem(pytest.Item):
    """One test of a question."""

    test: PlannedTest

    def runtest(self) -> None:
        """Grade the case; fails unless everything about it is right."""
        entry = self.config.stash[RUN].grade(self.test)
        if not entry.passed:
            raise NotCorrect(entry)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """The sentences of the entry; no traceback of ours."""
        if isinstance(excinfo.value, NotCorrect):
            entry = excinfo.value.entry
            return "\n".join((entry.headline, *plain.lines(entry.details)))
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Where pytest says that the test stands."""
        return self.path, None, self.name


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
    workers = config.getoption("numprocesses", None)  # those of pytest-xdist
    only_distributes = bool(workers) and not hasattr(config, "workerinput")
    if RUN in config.stash and not only_distributes:
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
        grading = opened_grading(
            assignment,
            submission,
            sandbox,
            gradebook.report,
            trusted=config.getoption(FLAG),
        )
    except AutograderError as fault:
        raise pytest.UsageError(str(fault)) from None
    config.stash[RUN] = PytestRun(grading, gradebook, folder=folder.resolve())


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
    if run is None or collection_path.resolve() == run.folder:
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


class Recorder:
    """Keeps the report, and results.json, up to date at every moment of a session."""

    def __init__(self, run: PytestRun) -> None:
        self._run = run
        self._gradebook = run.gradebook
        self._report = run.gradebook.report
        self._checks: dict[str, checks.Check] = {}
        self._in_order: list[pytest.Item] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """What students see first comes first; reports stay in order."""
        items.sort(key=lambda item: not isinstance(item, QuestionItem))
        self._in_order = list(items)
        items.sort(key=lambda item: FIRST_SEEN.index(_visibility(item)))

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """An entry for each test, which stands if we are stopped before it."""
        unloaded = dict(self._report.entries)
        self._report.entries.clear()
        chosen = set(session.items)
        for item in [item for item in self._in_order if item in chosen]:
            if isinstance(item, QuestionItem):
                test, number = item.test.test, item.test.number
                self._report.entries[item.test.node] = pending_entry(test, number)
            else:
                callspec = getattr(item, "callspec", None)
                parameters = "" if callspec is None else str(callspec.id)
                check = checks.Check(item.name, _function(item), parameters)
                self._checks[item.nodeid] = check
                self._report.entries[item.nodeid] = check.pending
        self._report.entries.update(unloaded)
        self._gradebook.save_if_possible()

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """A check file that calls sys.exit ends itself, and not the grading."""
        try:
            return (yield)
        except SystemExit:
            self._unloaded(collector, "it calls sys.exit")
            return pytest.CollectReport(
                collector.nodeid, "failed", "it calls sys.exit", []
            )

    def pytest_exception_interact(
        self, node: pytest.Item | pytest.Collector, call: pytest.CallInfo[Any]
    ) -> None:
        """A check file that cannot be loaded is said to be so."""
        if isinstance(node, pytest.Collector) and call.excinfo is not None:
            error = call.excinfo.value
            cause = error.__cause__ or error
            line = f" (line {cause.lineno})" if isinstance(cause, SyntaxError) else ""
            text = cause.msg if isinstance(cause, SyntaxError) else str(cause)
            self._unloaded(node, f"{type(cause).__name__}: {text}{line}")

    def _unloaded(self, node: pytest.Collector, message: str) -> None:
        message = clean(" ".join(message.split()), LONGEST_MESSAGE)
        entry = checks.unloaded_entry(node.nodeid, message)
        self._report.entries[node.nodeid] = entry
        self._report.complaints.append(f"{node.path}: {message}")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A check file that skips itself is shown, and asks nothing."""
        if report.skipped:
            longrepr = report.longrepr
            reason = longrepr[2] if isinstance(longrepr, tuple) else str(longrepr)
            entry = checks.skipped_entry(report.nodeid, reason)
            self._report.entries[report.nodeid] = entry

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        """Before the first test that is seen later, all is done that is seen before."""
        self._run.begin_visibility(_visibility(item))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """What an earlier call has set does not count; and the time must suffice."""
        check = self._checks.get(item.nodeid)
        if check is not None:
            checks.forget_last_run(check.function)
            out_of_time = self._run.grading.out_of_time()
            if out_of_time:
                pytest.fail(not_run_sentence(out_of_time), pytrace=False)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Keep what was raised; a tree's test raises nothing but that it failed."""
        report = yield
        error = None if call.excinfo is None else call.excinfo.value
        if isinstance(item, QuestionItem):
            if error is not None and not isinstance(error, NotCorrect):
                self._run.record_grader_fault(item.test, error)
        elif item.nodeid in self._checks:
            found = None if error is None else fault_of_check(error, call.when)
            self._checks[item.nodeid].raised = found
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take in each phase and each subtest of a check; after the last, its entry."""
        check = self._checks.get(report.nodeid)
        if check is None:
            return
        check.note(report)
        if report.when == "teardown":
            entry = check.entry()
            self._gradebook.record(report.nodeid, entry)
            if entry.blame is AssignmentError:
                self._report.complaints.append(f"{report.nodeid}: {entry.headline}")

    def pytest_sessionfinish(self) -> None:
        """Nothing that was recorded stays unwritten, however the session ends."""
        self._run.complete_and_save()

    def pytest_keyboard_interrupt(
        self, excinfo: pytest.ExceptionInfo[BaseException]
    ) -> None:
        """Tell the one at the keyboard from a check that calls pytest.exit."""
        self._run.interrupted = excinfo.errisinstance(KeyboardInterrupt)


def _visibility(item: pytest.Item) -> str:
    if isinstance(item, QuestionItem):
        return item.test.test.visibility
    return checks.visibility_of(_function(item))


def _function(item: pytest.Item) -> Callable[..., Any]:
    function: Callable[..., Any] = getattr(item, "function", item.runtest)
    return function
