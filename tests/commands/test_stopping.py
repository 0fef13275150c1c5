"""Signals that stop a run: noted, raised where one asks, and after a limit at last."""

from __future__ import annotations

import os
import signal
import time

import pytest

from autograder.commands import stopping as stopping_module
from autograder.commands.stopping import Stopped, Stopping

pytestmark = pytest.mark.skipif(os.name != "posix", reason="sends signals to itself")


def interrupt() -> None:
    """As Ctrl-C does."""
    os.kill(os.getpid(), signal.SIGINT)


def wait() -> None:
    """Much longer than the limits here; a signal breaks it off."""
    time.sleep(20)


def test_one_is_noted_and_raised_where_one_asks() -> None:
    """Between two steps, say, neither of which may be broken off."""
    with Stopping() as stopping, stopping.noting_signals():
        stopping.raise_if_stopped()
        interrupt()
        assert stopping.noted_stop is not None
        with pytest.raises(Stopped, match="stopped by hand") as caught:
            stopping.raise_if_stopped()
    assert caught.value.exit_status == 130


def test_a_second_one_is_raised_at_once() -> None:
    """By whoever does not want to wait."""
    with Stopping() as stopping, stopping.noting_signals():
        interrupt()
        with pytest.raises(Stopped):
            interrupt()


def test_who_does_not_end_in_time_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a second signal came, whatever is being waited for."""
    monkeypatch.setattr(stopping_module, "LIMIT", 0.1)
    with Stopping() as stopping, stopping.noting_signals():
        interrupt()
        with pytest.raises(Stopped):
            wait()


def test_the_limit_holds_for_what_is_finished_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A signal that came before, while nothing could be broken off, sets it too."""
    monkeypatch.setattr(stopping_module, "LIMIT", 0.1)
    with Stopping() as stopping:
        interrupt()
        with pytest.raises(Stopped), stopping.noting_signals():
            wait()


def test_what_came_twice_is_not_begun() -> None:
    """The second signal is not forgotten."""
    with Stopping() as stopping:
        interrupt()
        interrupt()
        with pytest.raises(Stopped), stopping.noting_signals():
            pytest.fail("was begun")


def test_nothing_comes_after_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what is not stopped any more the limit is over."""
    monkeypatch.setattr(stopping_module, "LIMIT", 0.1)
    before = signal.getsignal(signal.SIGINT)
    with Stopping() as stopping, stopping.noting_signals():
        interrupt()
    assert signal.getsignal(signal.SIGINT) == before
    time.sleep(0.3)
