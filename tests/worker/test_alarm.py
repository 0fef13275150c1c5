"""The alarm of systems that have none: by a thread, after CPU seconds."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from autograder.worker import submission
from autograder.worker.submission import Submission


class Rings(BaseException):
    """What is raised in these tests."""


def spend(seconds: float) -> str:
    """Work for so long."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return "done"


def test_what_is_done_in_time_returns() -> None:
    """Whatever it is called with; and nothing rings later."""
    assert submission.ringing_after(0.2, Rings)(spend)(0.01) == "done"
    spend(0.3)


def test_it_rings_where_the_work_is_done() -> None:
    """The traceback ends in the function that took the time."""
    with pytest.raises(Rings) as caught:
        submission.ringing_after(0.05, Rings)(spend)(30)
    assert caught.traceback[-1].name == "spend"


def test_waiting_is_no_work() -> None:
    """CPU seconds are counted; for the others there is the grader's clock."""
    submission.ringing_after(0.05, Rings)(time.sleep)(0.2)


def test_what_a_call_raises_is_raised() -> None:
    """As it is, and the thread ends with it."""
    with pytest.raises(ZeroDivisionError):
        submission.ringing_after(1, Rings)(divmod)(1, 0)


def test_a_submission_without_a_decorator_is_told_the_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with it: a time-out, in the student's own frame."""
    monkeypatch.setattr(submission, "timeout_decorator", None)
    text = "def f():\n    while True:\n        pass\n"
    (tmp_path / "looping_student.py").write_text(text)
    result = Submission(str(tmp_path), "looping_student", 60.0, 0.05).call("f", ())
    error = result["error"]
    assert error["kind"] == "timeout"
    ((file, line, function, *_),) = error["frames"]
    assert (file, function) == ("looping_student.py", "f")
    assert line in (2, 3)
