"""The hooks that turn what pytest does into the entries of a report."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

import pytest

from autograder.assignment.questions import FIRST_SEEN
from autograder.errors import AssignmentError
from autograder.kinds.entries import pending_entry
from autograder.testing import checks
from autograder.testing.checks import fault_of_check
from autograder.testing.items import NotCorrect, PytestRun, QuestionItem
from autograder.text import clean
from autograder.words.faults import not_run

LONGEST_MESSAGE = 200


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
        """What students see first comes first, and what is hidden last.

        The report has trees first, in the assignment's order, and then the
        instructor's own tests.
        """
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
                test = item.test
                entry = pending_entry(test.test, test.number)
                self._report.entries[test.node] = entry
            else:
                check = self._checks[item.nodeid] = _check(item)
                self._report.entries[item.nodeid] = check.pending()
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
        self._run.reach(_visibility(item))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """What an earlier call has set does not count; and the time must suffice."""
        check = self._checks.get(item.nodeid)
        if check is not None:
            checks.forget_last_run(check.function)
            out_of_time = self._run.grading.out_of_time()
            if out_of_time:
                pytest.fail(not_run(out_of_time), pytrace=False)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Keep what was raised; a tree's test raises nothing but that it failed."""
        report = yield
        error = None if call.excinfo is None else call.excinfo.value
        if isinstance(item, QuestionItem):
            if error is not None and not isinstance(error, NotCorrect):
                self._run.break_off(item.test, error)
        elif item.nodeid in self._checks:
            found = None if error is None else fault_of_check(error, call.when)
            self._checks[item.nodeid].raised = found
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take in each phase and each subtest of a check; after the last, its entry."""
        check = self._checks.get(report.nodeid)
        if check is None:
            return
        check.outcome.note(report, check.raised)
        check.raised = None
        if report.when == "teardown":
            entry = check.entry()
            self._gradebook.record(report.nodeid, entry)
            if entry.blame is AssignmentError:
                self._report.complaints.append(f"{report.nodeid}: {entry.headline}")

    def pytest_sessionfinish(self) -> None:
        """Nothing that was recorded stays unwritten, however the session ends."""
        self._run.end()

    def pytest_keyboard_interrupt(
        self, excinfo: pytest.ExceptionInfo[BaseException]
    ) -> None:
        """Tell the one at the keyboard from a check that calls pytest.exit."""
        self._run.interrupted = excinfo.errisinstance(KeyboardInterrupt)


def _visibility(item: pytest.Item) -> str:
    """When students see the test."""
    if isinstance(item, QuestionItem):
        return item.test.test.visibility
    return checks.visibility_of(_function(item))


def _check(item: pytest.Item) -> checks.Check:
    callspec = getattr(item, "callspec", None)
    parameters = "" if callspec is None else str(callspec.id)
    return checks.Check(item.name, _function(item), parameters)


def _function(item: pytest.Item) -> Callable[..., Any]:
    """The test function, as its decorators left it."""
    function: Callable[..., Any] = getattr(item, "function", item.runtest)
    return function
