"""Start and end worker processes: forked by a server where the system can fork.

Elsewhere (Windows, untested there) each worker is a plain Python process that
speaks the same protocol on its standard pipes.
"""

from __future__ import annotations

import importlib.util
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from autograder import protocol
from autograder.errors import GraderError
from autograder.protocol import COMMAND, ENDED, REAP, SPAWN, SPAWNED

START_SECONDS = 20.0  # that the fork server may take to come up
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "PYTHONHASHSEED": "0",
    "PYTHONIOENCODING": "utf-8:backslashreplace",
}
BOOT = (
    "import sys; paths = sys.argv[2:]; sys.path[:0] = paths; "
    "from autograder import forkserver, worker; del sys.path[:len(paths)]; "
    "sys.dont_write_bytecode = True; "
)
FORK_SERVER = BOOT + "forkserver.main(int(sys.argv[1]))"
PLAIN = BOOT.replace("forkserver, ", "") + "worker.main_on_standard_pipes()"


@dataclass(frozen=True, slots=True)
class Worker:
    """A running worker: the grader's two pipe ends, and how to signal and end it.

    `end` kills it and all its group, and returns (exit code, CPU seconds);
    the code is minus the signal where one ended it.
    """

    requests: int
    replies: int
    send_signal: Callable[[int], None]
    end: Callable[[], tuple[int, float]]


class ForkServer:
    """Workers by fork, from a process that has seen neither tree nor answer."""

    def __init__(self) -> None:
        self._control, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                python(FORK_SERVER, str(theirs.fileno())),
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                cwd="/",
                env=ENVIRONMENT,
                start_new_session=True,
            )
        self._greeted = False

    def start(self, output: BinaryIO) -> Worker:
        """A new worker whose standard output and error go to the file."""
        if not self._greeted:
            self._await_greeting()
        requests, their_requests = os.pipe()
        their_replies, replies = os.pipe()
        theirs = [their_requests, their_replies, output.fileno()]
        try:
            socket.send_fds(self._control, [COMMAND.pack(SPAWN, 0)], theirs)
            (pid,) = SPAWNED.unpack(self._receive(SPAWNED.size))
        except (OSError, EOFError) as fault:
            os.close(requests)
            os.close(replies)
            raise GraderError(f"the fork server has stopped: {fault}") from None
        finally:
            os.close(their_requests)
            os.close(their_replies)
        return Worker(
            requests,
            replies,
            lambda signal_number: _signal_group(pid, signal_number),
            lambda: self._reap(pid),
        )

    def _reap(self, pid: int) -> tuple[int, float]:
        try:
            self._control.sendall(COMMAND.pack(REAP, pid))
            code, seconds = ENDED.unpack(self._receive(ENDED.size))
        except (OSError, EOFError) as fault:
            raise GraderError(f"the fork server has stopped: {fault}") from None
        return code, seconds

    def _await_greeting(self) -> None:
        self._control.settimeout(START_SECONDS)
        try:
            self._receive(len(protocol.HELLO))
        except (OSError, EOFError):
            self.close()
            complaint = self._complaint()
            raise GraderError(f"the fork server did not start: {complaint}") from None
        self._control.settimeout(None)
        self._greeted = True

    def _complaint(self) -> str:
        stderr = self._process.stderr
        lines = stderr.read().decode(errors="replace").split("\n") if stderr else []
        return next((line for line in reversed(lines) if line.strip()), "no message")

    def _receive(self, size: int) -> bytes:
        message = b""
        while len(message) < size:
            part = self._control.recv(size - len(message))
            if not part:
                raise EOFError("its socket was closed")
            message += part
        return message

    def close(self) -> None:
        """End the server, which ends its workers."""
        self._control.close()
        try:
            self._process.wait(timeout=START_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stderr and self._greeted:
            self._process.stderr.close()

    @property
    def pid(self) -> int:
        """The server's process id."""
        return self._process.pid


class PlainProcesses:
    """Each worker a fresh interpreter, for systems without fork."""

    pid = None

    def start(self, output: BinaryIO) -> Worker:
        """A new worker whose standard error, and all it prints, go to the file."""
        process = subprocess.Popen(
            python(PLAIN, "0"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=output,
            env={**os.environ, **ENVIRONMENT},
        )
        assert process.stdin is not None
        assert process.stdout is not None
        requests = os.dup(process.stdout.fileno())
        replies = os.dup(process.stdin.fileno())
        process.stdout.close()
        process.stdin.close()

        def end() -> tuple[int, float]:
            process.kill()
            return process.wait(), 0.0

        return Worker(requests, replies, lambda _: process.kill(), end)

    def close(self) -> None:
        """Nothing outlives its test."""


def python(program: str, argument: str) -> list[str]:
    """A command that runs the program with the packages it needs, and no others."""
    package = Path(__file__).parent.parent
    decorator = importlib.util.find_spec("timeout_decorator")
    if decorator is None or decorator.origin is None:
        raise GraderError("timeout-decorator is not installed: run ./setup.sh")
    paths = [str(package), str(Path(decorator.origin).parent.parent)]
    return [sys.executable, "-s", "-S", "-c", program, argument, *paths]


def _signal_group(pid: int, signal_number: int) -> None:
    for send in (os.killpg, os.kill):
        with suppress(ProcessLookupError, PermissionError):
            send(pid, signal_number)
