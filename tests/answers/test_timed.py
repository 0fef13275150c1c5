"""Trusted code that takes too long is ended."""

from __future__ import annotations

import signal
import threading
import time

import pytest

from autograder.answers.board import TookTooLong, result_in_time

SHORT = 0.05  # seconds


def holding_on() -> None:
    """Wait, whatever is raised."""
    try:
        time.sleep(60)
    except Exception:  # noqa: BLE001 - an alarm is to pass this by
        time.sleep(60)


def test_what_ends_returns_what_it_does() -> None:
    """Or raises what it does; the alarm is off, and another's handler in its place."""
    before = signal.getsignal(signal.SIGALRM)
    assert result_in_time(SHORT, lambda: 3) == 3
    with pytest.raises(ZeroDivisionError):
        result_in_time(SHORT, lambda: 1 / 0)
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) is before


def test_what_does_not_end_has_the_time_of_a_submission_that_waits() -> None:
    """And holds no alarm back."""
    with pytest.raises(TookTooLong, match=r"^it takes more than 0\.05 s, and no"):
        result_in_time(SHORT, holding_on)


def test_another_thread_hears_no_alarm() -> None:
    """A call there takes as long as it takes."""
    made: list[int] = []
    other = threading.Thread(
        target=lambda: made.append(result_in_time(SHORT, lambda: 3))
    )
    other.start()
    other.join()
    assert made == [3]
