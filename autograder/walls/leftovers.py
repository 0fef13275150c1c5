"""What a worker leaves behind: processes, files, keys, and marks on what all share.

The grader, too, sweeps up after the user of submissions. It puts up no walls, and so
does without `confine`: what that needs takes long to import, and starts processes to
be found.
"""

from __future__ import annotations

import ctypes
import os
import signal
import stat
import sys
import tempfile
import time
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from contextlib import suppress
from pathlib import Path

from autograder.walls import prctl

COUNTS = Path("/proc/key-users")  # a line for each user who has any
KEYCTL = {"x86_64": 250, "aarch64": 219}  # no function of the C library
JOIN_SESSION, INVALIDATE = 1, 21
OF_USER = (-4, -5)  # the ring of a user, and that of a user's sessions


def drop_user(user: int) -> None:
    """Become that user and the group of the same number, with no other groups."""
    os.setgroups([])
    os.setgid(user)
    os.setuid(user)
    if os.getuid() != user or os.getgid() != user or os.getgroups():
        raise PermissionError("the worker still has the rights of root")


def leave_session() -> None:
    """Have a ring of one's own, and none that others have; where the system has any."""
    _keyctl(JOIN_SESSION, 0)


def forget_keys(user: int) -> None:
    """Have no process find again what a user has left; only the user can do that."""
    lines: list[str] = []
    with suppress(OSError):
        lines = COUNTS.read_text(encoding="ascii").splitlines()
    if not any(line.split(":")[0].strip() == str(user) for line in lines):
        return
    pid = os.fork()
    if pid == 0:
        try:
            drop_user(user)
            for ring in OF_USER:
                _keyctl(INVALIDATE, ring)
        finally:
            os._exit(0)
    os.waitpid(pid, 0)


def _keyctl(command: int, argument: int) -> None:
    number = KEYCTL.get(os.uname().machine) if sys.platform == "linux" else None
    if number is not None:
        library = ctypes.CDLL(None, use_errno=True)
        library.syscall(number, command, ctypes.c_long(argument), 0, 0, 0)


PATIENCE = 10.0  # seconds that ended processes have to be reaped by their parents
PAUSE = 0.005


class LeftOver(Exception):  # noqa: N818 - what was found
    """Something of the submission could not be ended."""


class Sweeper:
    """Ends what is left of a user, and orphans: they come to who has made this."""

    def __init__(self, user: int | None) -> None:
        self._user = user
        self._children: Callable[[], frozenset[int]] = frozenset
        with suppress(FileNotFoundError):  # not Linux, or without /proc: all there is
            self._children = prctl.children()  # is the worker's group

    def sweep(self, children: AbstractSet[int]) -> None:
        """End every process of the user, and every child but the known; reap them.

        Raises LeftOver if some stay.
        """
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            strays = self._children() - children
            running = self._user is not None and has_processes(self._user)
            if not strays and not running:
                return
            if running and self._user is not None:
                _kill_all_of(self._user)
            for pid in strays:
                _end(pid)
            if not strays:
                time.sleep(PAUSE)
        raise LeftOver("processes of a submission could not be ended")


def has_processes(user: int) -> bool:
    """Whether the user has any, those included that have ended unreaped."""
    try:
        os.getpriority(os.PRIO_USER, user)
    except ProcessLookupError:
        return False
    return True


def _kill_all_of(user: int) -> None:
    """Kill all that the user runs, in one call of the system.

    Only a process with the user's rights, and no more, can say "all" and hit nobody
    else. The call misses none: a fork that is under way fails.
    """
    pid = os.fork()
    if pid == 0:
        try:
            drop_user(user)
            os.kill(-1, signal.SIGKILL)
        finally:
            os._exit(0)
    _, status = os.waitpid(pid, os.WUNTRACED)
    if os.WIFSTOPPED(status):  # by one of those that it was about to kill
        _end(pid)


def signal_group(pid: int, number: int) -> None:
    """Send a signal to a process and to its group, as far as there are any."""
    for send in (os.killpg, os.kill):
        with suppress(ProcessLookupError, PermissionError):
            send(pid, number)


def _end(pid: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)
    with suppress(ChildProcessError):
        os.waitpid(pid, 0)


def remove(folder: Path) -> None:
    """Remove the folder; what the system refuses to remove stays, without an error."""
    with suppress(OSError):
        empty_folder(folder)
        folder.rmdir()


def empty_folder(folder: Path) -> None:
    """Remove all that is in the folder; OSError if the system refuses.

    Folders in folders are moved up before they are emptied, so that neither their
    depth nor the length of a path is a limit, as they are to `shutil.rmtree`. Their
    new names cannot be guessed, and so not be taken already.
    """
    waiting = _emptied(folder)
    while waiting:
        current = waiting.pop()
        for path in _emptied(current):
            waiting.append(path.rename(folder / os.urandom(16).hex()))
        current.rmdir()


def _emptied(folder: Path) -> list[Path]:
    """The folders in a folder, after all else in it has been removed."""
    folder.chmod(stat.S_IRWXU)
    with os.scandir(folder) as found:
        entries = list(found)
    below = [e for e in entries if e.is_dir(follow_symlinks=False)]
    for entry in set(entries) - set(below):
        Path(entry.path).unlink()
    for entry in below:  # only who may write in a folder can move it
        Path(entry.path).chmod(stat.S_IRWXU)
    return [Path(entry.path) for entry in below]


FAR = 4_102_444_800 * 10**9  # 2100-01-01, in nanoseconds


def hide_times_of_reading(folder: Path) -> None:
    """Of all in the folder set the times of access so that reading leaves no trace.

    Where that time lies ahead, `relatime` lets it stand; on a disk that is mounted
    `strictatime` it is set anew here. Raises OSError.
    """
    waiting = [(str(folder), folder.lstat())]
    while waiting:
        path, status = waiting.pop()
        if status.st_atime_ns != FAR:
            os.utime(path, ns=(FAR, status.st_mtime_ns), follow_symlinks=False)
        if stat.S_ISDIR(status.st_mode):
            with os.scandir(path) as found:
                waiting += [(e.path, e.stat(follow_symlinks=False)) for e in found]


OPEN_FOLDERS = ("/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run/lock")  # noqa: S108 - not to write in
SHARED = "/proc/sysvipc/"  # lists what outlives processes without being a file
REMOVE = 0  # the command that every kind of it knows


def remove_traces(user: int) -> None:
    """Remove what belongs to the user: shared things, keys, files in open folders."""
    forget_keys(user)
    for kind in ("shm", "msg", "sem"):
        with suppress(OSError):  # a line has the key, the id and, under uid, the owner
            head, *lines = Path(SHARED, kind).read_text(encoding="ascii").splitlines()
            owner = head.split().index("uid")
            control = getattr(ctypes.CDLL(None, use_errno=True), f"{kind}ctl")
            for values in map(str.split, lines):
                if int(values[owner]) == user:
                    which = (int(values[1]), 0) if kind == "sem" else (int(values[1]),)
                    control(*which, REMOVE, None)
    for folder in {*OPEN_FOLDERS, tempfile.gettempdir()}:
        with suppress(OSError):
            _remove_traces_in(folder, user)


def _remove_traces_in(folder: str, user: int) -> None:
    with os.scandir(folder) as found:
        entries = list(found)
    for entry in entries:
        with suppress(OSError):
            status = entry.stat(follow_symlinks=False)
            is_folder = stat.S_ISDIR(status.st_mode)
            if status.st_uid == user and is_folder:
                remove(Path(entry.path))
            elif status.st_uid == user:
                Path(entry.path).unlink()
            elif is_folder and status.st_mode & stat.S_IWOTH:
                _remove_traces_in(entry.path, user)


DESCRIPTORS = "/proc/self/fdinfo"  # of each: position, flags, locks
WAITING = b"scm_fds:"  # the last of a socket: descriptors that wait to be read
MOST_TOLD = 1 << 16  # bytes that are read of one
MOST_DESCRIPTORS = 64  # that a server may have


class Shared:
    """The descriptors of a server: opened by the server, before its walls stand.

    Where the system has no /proc, nothing is ever seen.
    """

    def __init__(self) -> None:
        self._descriptions: list[int] = []
        numbers: list[str] = []
        with suppress(OSError):
            numbers = os.listdir(DESCRIPTORS)  # noqa: PTH208 - lean
        for number in numbers:
            with suppress(OSError):  # it was that by which the folder was read
                file = os.open(f"{DESCRIPTORS}/{number}", os.O_RDONLY | os.O_CLOEXEC)
                self._descriptions.append(file)
        self._first: tuple[object, ...] = ()  # until it is noted

    def note_beginning(self) -> None:
        """Take what is there now for the beginning, before any worker has run."""
        self._first = self._now()

    def is_marked(self) -> bool:
        """Whether anything is not as it was."""
        return self._now() != self._first

    def _now(self) -> tuple[object, ...]:
        """Which descriptors there are, and what the system tells of each."""
        numbers = tuple(filter(_is_open, range(MOST_DESCRIPTORS)))
        return numbers, *map(_text, self._descriptions)


def _text(file: int) -> bytes:
    """What stands in it now; nothing where its descriptor is closed."""
    with suppress(OSError):
        return os.pread(file, MOST_TOLD, 0).partition(WAITING)[0]
    return b""


def _is_open(number: int) -> bool:
    with suppress(OSError):
        os.fstat(number)
        return True
    return False
