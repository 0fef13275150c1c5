"""Worker processes as the grader holds them: forked by a server, or plain ones.

Plain processes (for Windows, where they are untested) speak the same protocol on
their standard pipes; only the limits that a system enforces are missing.
"""

from __future__ import annotations

import ctypes
import importlib.util
import json
import os
import select
import signal
import socket
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import gettempdir
from typing import BinaryIO

from autograder.errors import AssignmentError, GraderError
from autograder.files import visible
from autograder.project import PACKAGE, PROJECT
from autograder.sandbox import runqueue
from autograder.sandbox.runqueue import Slot
from autograder.text import path_shown
from autograder.walls.layers import Layers, Session, libraries
from autograder.walls.leftovers import signal_group
from autograder.worker import protocol

ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "PYTHONHASHSEED": "0",
    "PYTHONIOENCODING": "utf-8:backslashreplace",
    "TZ": "UTC",
}
STARTING = 0.3  # CPU seconds that an interpreter takes before it works, at most
CALLS = "autograder.worker.serve"  # the module that makes the calls of a job
OF_WINDOWS = ("SYSTEMROOT",)  # without which Python does not start there
BOOT = """
import gc, sys
gc.disable()
paths = sys.argv[2:]
sys.path[:0] = paths
from autograder.worker import {module}
del sys.path[: len(paths)]
gc.freeze()
gc.enable()
sys.dont_write_bytecode = True
{module}.{start}
"""


@dataclass(frozen=True, slots=True)
class Ends:
    """The grader's ends of a worker's pipes; what the student prints is in `output`."""

    requests: int
    replies: int
    output: BinaryIO

    def close(self) -> None:
        """Give the descriptors back."""
        os.close(self.requests)
        os.close(self.replies)
        self.output.close()


@dataclass(frozen=True, slots=True)
class Worker(Ends):
    """A worker that waits for its job: how to talk with it, to signal and to end it.

    `pid` is its process. `end` kills the worker and all its group, and returns (exit
    code, CPU seconds); the code is minus the signal where one ended it.
    """

    pid: int
    send_signal: Callable[[int], None]
    end: Callable[[], tuple[int, float]]


class PlainProcesses:
    """Each worker a fresh interpreter."""

    def __init__(self, working_folder: Path) -> None:
        self._working_folder = str(working_folder)

    def layers(self) -> Layers:
        """None: this is for systems that have none."""
        return Layers()

    def start(self) -> Worker:
        """A new worker."""
        output = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - the worker's
        process = subprocess.Popen(
            python_command("serve", "main_on_standard_pipes()", self._working_folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=output,
            env={n: v for n, v in os.environ.items() if n in OF_WINDOWS} | ENVIRONMENT,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        requests = os.dup(process.stdout.fileno())
        replies = os.dup(process.stdin.fileno())
        process.stdout.close()
        process.stdin.close()

        return Worker(
            requests=requests,
            replies=replies,
            output=output,
            pid=process.pid,
            send_signal=lambda _: kill(process),
            end=lambda: exit_code_and_cpu_seconds(process),
        )

    def seconds_waited(self) -> float:
        """Nobody is between the grader and its workers, who would wait for a core."""
        return 0.0

    def are_marked(self) -> bool:
        """No: each worker is a process that shares nothing with the next."""
        return False

    def end_server(self) -> None:
        """Nothing outlives its test."""

    def close(self) -> None:
        """No worker outlives its test, so there is nothing to end."""


def kill(process: subprocess.Popen[bytes]) -> None:
    """End it; what `Popen.kill` finds ended it would reap, with what it has used."""
    if not hasattr(os, "wait4"):
        process.kill()
    else:
        with suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGKILL)


def exit_code_and_cpu_seconds(process: subprocess.Popen[bytes]) -> tuple[int, float]:
    """The exit code of a process that ends now, and the CPU seconds of its work."""
    kill(process)
    if not hasattr(os, "wait4"):
        return process.wait(), max(0.0, _cpu_seconds(process) - STARTING)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, max(0.0, used.ru_utime + used.ru_stime - STARTING)


def _cpu_seconds(process: subprocess.Popen[bytes]) -> float:
    """What Windows tells of a process that has ended; 0 on all that is not Windows."""
    library, handle = getattr(ctypes, "windll", None), getattr(process, "_handle", None)
    if library is None or handle is None:
        return 0.0
    times = (ctypes.c_uint64 * 4)()  # begun, ended, in the kernel, outside; 100 ns
    places = [ctypes.byref(times, 8 * index) for index in range(4)]
    library.kernel32.GetProcessTimes(ctypes.c_void_p(int(handle)), *places)
    return float(times[2] + times[3]) / 1e7


def python_command(module: str, start: str, argument: str) -> list[str]:
    """A command that starts a module of ours, with what it needs and nothing else."""
    program = BOOT.format(module=module, start=start)
    paths = [str(PACKAGE.parent), *_alarm()]
    return [sys.executable, "-s", "-S", "-c", program, argument, *paths]


def _alarm() -> list[str]:
    """Where timeout-decorator lies; nowhere if there is no alarm that it could set."""
    if not hasattr(signal, "SIGALRM"):
        return []
    decorator = importlib.util.find_spec("timeout_decorator")
    if decorator is None or decorator.origin is None:
        raise GraderError("timeout-decorator is not installed: run ./setup.sh")
    return [str(Path(decorator.origin).parent.parent)]


LAST_WORDS_SECONDS = 1.0
ANSWER_SECONDS = 20.0  # that the server may take to come up, to answer, or to go
MOST_ANSWERS = 10  # so often that, while it waits for a core or a disk


class ForkServer:
    """A process that has seen neither tree nor answer, and forks the workers.

    The next worker is ordered as soon as the last one has ended: it starts while the
    grader is busy with what that one did. Every method raises GraderError when the
    server has died. The server keeps the slot of its user until it has ended, and
    removes the session's folder if it outlives the grader.
    """

    def __init__(
        self,
        session: Session,
        slot: Slot | None,
        without: frozenset[str],
        performs: str = CALLS,
    ) -> None:
        self._control, theirs = socket.socketpair()
        self._control.settimeout(ANSWER_SECONDS)
        kept = [theirs.fileno(), *([slot.lock.fileno()] if slot else [])]
        setting = {
            "control": theirs.fileno(),
            "session": asdict(session),
            "without": sorted(without),
            "performs": performs,
        }
        with theirs:
            self._process = subprocess.Popen(
                python_command("forkserver", "main(sys.argv[1])", json.dumps(setting)),
                pass_fds=kept,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                cwd="/",
                env=ENVIRONMENT,
                start_new_session=True,
            )
        self._folder = session.folder
        self._layers: Layers | None = None
        self._pid = self._process.pid
        self._spare: Ends | None = self._order()
        self._spare_pid = 0  # of that worker, once the server's answer is read

    def start(self) -> Worker:
        """The worker that was ordered last."""
        self.layers()
        self._spare = self._spare or self._order()
        ready, pid = self._spare, self._ordered_pid()
        self._spare, self._spare_pid = None, 0
        if pid < 0:
            ready.close()
            raise GraderError(f"no process could be started: {os.strerror(-pid)}")
        return Worker(
            *(ready.requests, ready.replies, ready.output, pid),
            send_signal=lambda signal_number: signal_group(pid, signal_number),
            end=lambda: self._reap(pid),
        )

    def layers(self) -> Layers:
        """What is in force around the workers."""
        if self._layers is None:
            self._pid, *layers = protocol.HELLO.unpack(
                self._receive(protocol.HELLO.size)
            )
            self._layers = Layers(*layers)
        return self._layers

    def seconds_waited(self) -> float:
        """The seconds for which the server has waited for a core."""
        return runqueue.seconds_waited(self._pid)

    def are_marked(self) -> bool:
        """Whether one has left a mark on what all share; GraderError if unknown."""
        self.layers()
        if self._spare is not None:  # its answer comes first
            self._ordered_pid()
        with suppress(OSError):  # a dead server shows when its answer is read
            self._control.sendall(protocol.COMMAND.pack(protocol.LOOK, 0))
        (marked,) = protocol.MARKED.unpack(self._receive(protocol.MARKED.size))
        return bool(marked)

    def _ordered_pid(self) -> int:
        """The server's answer, of the worker that was ordered last."""
        if not self._spare_pid:
            (self._spare_pid,) = protocol.SPAWNED.unpack(
                self._receive(protocol.SPAWNED.size)
            )
        return self._spare_pid

    def _order(self) -> Ends:
        """Ask for a worker, and do not wait for the answer."""
        requests, their_requests = os.pipe()
        their_replies, replies = os.pipe()
        output, their_output = file_to_read_and_write(self._folder)
        theirs = [their_requests, their_replies, their_output]
        with suppress(OSError):  # a dead server shows when its answer is read
            socket.send_fds(
                self._control, [protocol.COMMAND.pack(protocol.SPAWN, 0)], theirs
            )
        for descriptor in theirs:
            os.close(descriptor)
        return Ends(requests, replies, output)

    def _reap(self, pid: int) -> tuple[int, float]:
        try:
            with suppress(OSError):  # likewise
                self._control.sendall(protocol.COMMAND.pack(protocol.REAP, pid))
            self._spare = self._order()
            code, seconds = protocol.ENDED.unpack(self._receive(protocol.ENDED.size))
        except GraderError:
            signal_group(pid, signal.SIGKILL)  # the server cannot do it any more
            raise
        return code, seconds

    def _receive(self, size: int) -> bytes:
        """So many bytes from the server; GraderError, and its last words, if none."""
        message = b""
        while len(message) < size:
            part = self._received(size - len(message))
            if not part:
                raise GraderError(f"the fork server has stopped: {self._last_words()}")
            message += part
        return message

    def _received(self, size: int) -> bytes:
        """What comes, of so many bytes; nothing where it has ended, or is stuck."""
        for _ in range(MOST_ANSWERS):
            ready, _, _ = select.select([self._control], [], [], ANSWER_SECONDS)
            if ready:
                with suppress(OSError):
                    return self._control.recv(size)
            if ready or not runqueue.is_busy(self._process.pid):
                break
        return b""

    def _last_words(self) -> str:
        with suppress(subprocess.TimeoutExpired):  # it may still be writing them
            self._process.wait(timeout=LAST_WORDS_SECONDS)
        self._process.kill()
        stderr = self._process.stderr
        text = stderr.read().decode(errors="replace") if stderr else ""
        lines = [line for line in text.splitlines() if line.strip()]
        return lines[-1] if lines else "it left no message"

    def end_server(self) -> None:
        """End the server, but keep the session's folder for another one."""
        with suppress(OSError):
            self._control.sendall(protocol.COMMAND.pack(protocol.FINISH, 0))
        self.close()

    def close(self) -> None:
        """End the server, which ends its workers and removes the session's folder."""
        self._control.close()
        if self._spare is not None:
            self._spare.close()
        stderr = self._process.stderr
        assert stderr is not None
        # Its end closes that, and who waits for it otherwise looks now and then.
        select.select([stderr], [], [], ANSWER_SECONDS)
        try:
            self._process.wait(timeout=ANSWER_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        stderr.close()


def file_to_read_and_write(folder: str) -> tuple[BinaryIO, int]:
    """A new file without a name: to read it, and a descriptor that only writes it.

    Each is an open description of its own: flags and locks of one are not the other's.
    """
    descriptor, path = tempfile.mkstemp(dir=folder)
    file = os.fdopen(descriptor, "w+b", buffering=0)
    try:
        return file, os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    finally:
        os.unlink(path)  # noqa: PTH108 - a text


OWN = ("reference", "student_template", "tests/submissions")
OTHERS = stat.S_IRWXG | stat.S_IRWXO
FLAG = "--trust-submissions"
SAY_IT = f"If you trust this code as your own, say {FLAG}"


def require_unreadable_secrets(
    layers: Layers, submission: Path, secrets: Iterable[Path], project: Path = PROJECT
) -> None:
    """AssignmentError if the submission could read what it must not.

    `secrets` are what other students must not see: closed by Landlock, or by their
    permissions where the submission has a user of its own. Landlock leaves the modes
    and owners of files to the filter, or to that user.
    """
    # For a student all of the project is; his has no reference, but for a game's rules.
    # A teacher's may hold what others wrote.
    teachers = bool(visible(project / "reference", "*.py"))
    own = {project / name for name in OWN} if teachers else {project}
    folder = submission.resolve()
    if own & {folder, *folder.parents}:
        return
    shown = path_shown(submission)
    if layers.landlock and (layers.user or layers.seccomp):
        for path in secrets:
            inside = {*map(str, path.resolve().parents)} & {*libraries()}
            if inside and not (layers.user and is_closed_to_others(path)):
                raise AssignmentError(
                    f"{shown}: not graded, since it could read {path_shown(path)}, "
                    "which lies among Python's libraries. Use a virtual environment. "
                    f"{SAY_IT}"
                )
        return
    if not layers.user:
        raise AssignmentError(
            f"{shown}: not graded, since nothing here keeps it from your files "
            "(Landlock with seccomp does, on Linux 5.13 or newer; or root can, on any "
            f"Linux, as in a container). {SAY_IT}"
        )
    for path in secrets:
        if path.exists() and not is_closed_to_others(path):
            raise AssignmentError(
                f"{shown}: not graded, since it could read {path_shown(path)}. "
                f"Close that (chmod go-rwx). {SAY_IT}"
            )


def is_closed_to_others(path: Path) -> bool:
    """Whether other users cannot reach the folder, by its own mode or one above."""
    path = path.resolve()
    return not all(map(_passable, (path, *path.parents)))


def _passable(folder: Path) -> bool:
    """Whether every user can reach what is in the folder, if it reaches that."""
    return bool(folder.stat().st_mode & 0o001)


def require_readable(path: Path, what: str) -> None:
    """GraderError unless every user can reach and read the path."""
    folder = closed_folder_above(path)
    if folder is not None:
        raise GraderError(
            f"{what} ({path.resolve()}) cannot be read by the unprivileged user that "
            f"runs submissions: {folder} is closed to others. Run setup.sh with a "
            "system Python, or set TMPDIR to an open folder"
        )


def closed_folder_above(path: Path) -> Path | None:
    """The folder above the path that is closed to other users; None if none is."""
    parents = path.resolve().parents
    return next((folder for folder in parents if not _passable(folder)), None)


def require_walls(layers: Layers, python: Path) -> None:
    """GraderError unless root may grade without a user for submissions.

    Their user is root then, without its capabilities: it can read this Python if that
    is root's own, and nothing but Landlock and the filter closes the rest.
    """
    walls = layers.privileges and layers.seccomp and layers.landlock
    owners = {folder.stat().st_uid for folder in python.resolve().parents}
    if not walls or owners != {0}:
        require_readable(python, "this Python")


def close_to_others(platform: Path) -> None:
    """Shut the platform's folder off from other users, where root grades.

    In it lie the trees, the results, and what tells of earlier submissions. Where
    this Python lies in it too, its files and these two folders are shut instead.
    """
    source = platform / "source"
    if not runqueue.is_root() or not source.is_dir():
        return
    if _holds(platform, Path(os.__file__)) or _holds(platform, Path(gettempdir())):
        parts = [path for path in platform.iterdir() if path.is_file()]
    else:
        parts = [platform]
    for path in (*parts, source, platform / "results"):
        if path.exists():
            path.chmod(stat.S_IMODE(path.stat().st_mode) & ~OTHERS)


def _holds(folder: Path, path: Path) -> bool:
    return folder.resolve() in path.resolve().parents
