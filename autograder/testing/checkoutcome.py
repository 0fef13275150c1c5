"""What came of an instructor's own test, phase by phase, and whose fault it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from autograder.errors import AssignmentError, AutograderError, GraderError
from autograder.report.entries import Blame
from autograder.text import clean

SUBTEST = 100  # characters of a subtest's name


@dataclass(frozen=True, slots=True)
class Raised:
    """What a phase of a check raised, in words, and whose fault it is."""

    text: str
    blame: Blame


def raised(error: BaseException, when: str) -> Raised:
    """A failed assertion is the student's; what breaks a check is not."""
    if isinstance(error, AssignmentError):
        return Raised(_text_of(error), AssignmentError)
    if isinstance(error, AutograderError):
        return Raised(_text_of(error), GraderError)
    if isinstance(
        error, (AssertionError, pytest.fail.Exception, pytest.skip.Exception)
    ):
        return Raised(_text_of(error) or "failed", None)
    name, text = type(error).__name__, _text_of(error)
    broken = when != "call" or isinstance(error, SystemExit)
    blame: Blame = AssignmentError if broken else None
    return Raised(f"{name}: {text}" if text else name, blame)


def _text_of(error: BaseException) -> str:
    try:
        return str(error).strip()
    except Exception:  # noqa: BLE001 - an exception's own __str__ may raise anything
        return ""


@dataclass(slots=True)
class Outcome:
    """What pytest told of one check: its set-up, call, subtests and tear-down."""

    failures: list[str] = field(default_factory=list)
    skipped: str | None = None
    remarks: list[str] = field(default_factory=list)
    surprise: str = ""
    printed: str = ""
    blame: Blame = None

    def note(self, report: pytest.TestReport, found: Raised | None) -> None:
        """Take in one phase, or one subtest."""
        subtest = isinstance(report, pytest.SubtestReport)
        name = f"{_subtest_name(report)}: " if subtest else ""
        text = found.text if found else report.longreprtext.strip() or "failed"
        expected_failure = hasattr(report, "wasxfail")
        if report.failed or (found is not None and found.blame is GraderError):
            self.failures.append(name + text)
            self.blame = self.blame or (found.blame if found else None)
        elif report.skipped and subtest:
            self.remarks.append(f"skipped: {name}{text}")
        elif report.skipped and not (expected_failure and report.when == "call"):
            self.skipped = f"skipped: {text}"
        elif report.when == "call" and expected_failure and not subtest:
            wanted = "correct: failed, as expected"
            unexpected = "correct, although it was expected to fail"
            self.surprise = wanted if report.skipped else unexpected
        heading = f"Captured stdout {report.when}"
        self.printed += "".join(t for name, t in report.sections if name == heading)


def _subtest_name(report: Any) -> str:
    """What tells one subtest from another: its message and its parameters."""
    context = report.context
    parameters = ", ".join(f"{key}={value}" for key, value in context.kwargs.items())
    named = " ".join(part for part in (context.msg, parameters) if part)
    return clean(named or "a subtest", SUBTEST)
