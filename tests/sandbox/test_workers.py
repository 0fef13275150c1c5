"""The fork server as the grader meets it: slow, stopped, or gone."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from ctypes import wintypes
from types import SimpleNamespace
from typing import Any

import pytest

from autograder.errors import GraderError
from autograder.sandbox import runqueue, workers
from autograder.sandbox.sandbox import Sandbox
from autograder.sandbox.workers import ForkServer
from autograder.worker.protocol import SPAWNED

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="the system does not tell what a process does"
)


def test_a_server_that_is_busy_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """As while it comes up where it gets little of a core."""
    monkeypatch.setattr(workers, "ANSWER_SECONDS", 0.02)
    monkeypatch.setattr(workers, "MOST_ANSWERS", 5_000)
    with Sandbox() as sandbox:
        assert sandbox.layers


def test_a_server_that_does_nothing_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is stopped, and none of what it has started wants to run.

    What it had said before, that a worker is there, is not enough.
    """
    with Sandbox() as sandbox:
        assert sandbox.layers
        server = sandbox._workers
        assert isinstance(server, ForkServer)
        os.kill(server._pid, signal.SIGSTOP)
        monkeypatch.setattr(workers, "ANSWER_SECONDS", 0.2)
        with pytest.raises(GraderError, match="the fork server has stopped"):
            server._receive(SPAWNED.size + 1)
        os.kill(server._pid, signal.SIGKILL)


def test_what_a_process_has_started_makes_it_busy() -> None:
    """This one waits here, and is not; one that is gone is neither."""
    with Sandbox() as sandbox:
        assert sandbox.layers
        assert runqueue.is_busy(os.getpid())
    assert not runqueue.is_busy(1 << 22)


def test_on_windows_a_process_has_used_the_time_in_the_kernel_and_outside(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """1.5 s and 2.25 s, which the system counts in 100 ns; begun and ended is none."""

    def write_times(handle: ctypes.c_void_p, *places: Any) -> None:
        assert handle.value == 7
        for place, ticks in zip(places, (9, 9, 15_000_000, 22_500_000), strict=True):
            address = ctypes.cast(place, ctypes.c_void_p).value
            assert address is not None
            assert address % ctypes.alignment(wintypes.FILETIME) == 0
            wintypes.FILETIME.from_address(address).dwLowDateTime = ticks

    kernel32 = SimpleNamespace(GetProcessTimes=write_times)
    windll = SimpleNamespace(kernel32=kernel32)
    monkeypatch.setattr(ctypes, "windll", windll, raising=False)
    process: Any = SimpleNamespace(_handle=7)
    assert workers._cpu_seconds(process) == 3.75
