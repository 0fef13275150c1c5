"""How a grader's process is started: forked where the system can, else by itself."""

from __future__ import annotations

import os
import pickle
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Any, Union

from autograder.classroom.running.grader import Setting
from autograder.project import PROJECT

BROKEN = (EOFError, OSError, pickle.UnpicklingError)
NURSERY = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from autograder.classroom.running.nursery import main; main()"
)
START, END = "start", "end"  # orders: a program to be forked for, a fork to be ended
LOST = -9  # the status of a fork that nobody can tell
CHUNK = 1 << 16
PAUSE = 0.01  # seconds until it is asked again whether one has ended


def command(program: str) -> list[str]:
    """What runs a program of ours, which finds the package by its first argument."""
    return [sys.executable, "-I", "-c", program, str(PROJECT)]


class Alone:
    """Starts each grader as a process that loads everything for itself."""

    def start(self, program: str, said: IO[bytes]) -> subprocess.Popen[bytes]:
        """A new one, which prints into a file."""
        return subprocess.Popen(
            command(program),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
            start_new_session=True,  # so that Ctrl-C lets it end what it has begun
        )

    def close(self) -> None:
        """Each is ended by itself."""


class Nursery:
    """Starts graders as forks of one process, which has loaded what all of them need.

    It is started for the first, and anew where it has died.
    """

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._turn = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._answers: Any = None
        self._closed = False

    def start(self, program: str, said: IO[bytes]) -> Forked:
        """A new one, which prints into a file; OSError, EOFError if there is none."""
        mine, theirs = socket.socketpair()
        files = [theirs.fileno(), said.fileno()]
        try:
            with theirs, self._turn:
                if self._process is None:
                    self._begin(said)
                pid = self._pid_of((START, program), files) or 0
        except BaseException:
            mine.close()
            raise
        return Forked(self, pid, mine)

    def end(self, pid: int) -> int:
        """End one; its exit status."""
        while True:
            with self._turn:
                try:
                    status = self._pid_of((END, pid))
                except BROKEN:  # each fork goes when nobody talks with it any more
                    return LOST
            if status is not None:
                return status
            time.sleep(PAUSE)

    def close(self) -> None:
        """End the process for good; not those that it has forked.

        Who waits meanwhile for its answer, which may take long, is told that it ended.
        """
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()
        with self._turn:
            self._drop()

    def _begin(self, said: IO[bytes]) -> None:
        if self._closed:
            raise EOFError
        self._control, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                command(NURSERY),
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=said,
                start_new_session=True,  # as above
            )
        if self._closed:  # meanwhile
            self._process.kill()
        self._answers = self._control.makefile("rb")
        self._pid_of(self._setting)  # which is loaded then

    def _pid_of(self, order: object, files: Sequence[int] = ()) -> int | None:
        if self._control is None:
            raise EOFError
        try:
            socket.send_fds(self._control, [pickle.dumps(order)], files)
            answer = pickle.load(self._answers)  # noqa: S301 - ours
        except BROKEN:
            self._drop()
            raise
        assert answer is None or isinstance(answer, int)
        return answer

    def _drop(self) -> None:
        process, self._process = self._process, None
        if self._answers is not None:
            self._answers.close()
        if self._control is not None:
            self._control.close()
        self._answers = self._control = None
        if process is not None:
            process.kill()
            process.wait()


class Forked:
    """A grader that a nursery has forked: what is needed here of a `Popen`."""

    def __init__(self, nursery: Nursery, pid: int, talk: socket.socket) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self.stdin, self.stdout = talk.makefile("wb"), talk.makefile("rb")
        self._nursery, self._talk = nursery, talk
        self._ending = threading.Lock()

    def kill(self) -> None:
        """End it, unless it has been."""
        with self._ending:
            if self.returncode is None:
                self.returncode = self._nursery.end(self.pid)
                with suppress(OSError):
                    self._talk.shutdown(socket.SHUT_RDWR)
                self._talk.close()

    def wait(self, timeout: float = 0.0) -> int:
        """The exit status, once it ends; TimeoutExpired if that takes longer."""
        deadline = time.monotonic() + timeout
        while self.returncode is None and not self._is_gone(deadline):
            if time.monotonic() >= deadline:
                raise subprocess.TimeoutExpired("a grader", timeout)
        self.kill()
        assert self.returncode is not None
        return self.returncode

    def _is_gone(self, deadline: float) -> bool:
        left = max(0.0, deadline - time.monotonic())
        found, _, _ = select.select([self._talk], [], [], left)
        try:
            return bool(found) and not self._talk.recv(CHUNK)
        except ConnectionError:
            return True


Running = Union["subprocess.Popen[bytes]", Forked]


def starter(setting: Setting) -> Nursery | Alone:
    """What starts graders here."""
    return Nursery(setting) if hasattr(os, "fork") else Alone()
