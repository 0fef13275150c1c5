"""The layers of the sandbox, each tried from inside a child that is forked for it.

Every refusal has its positive control: the same step without the wall.
"""

from __future__ import annotations

import asyncio
import ctypes
import mmap
import os
import resource
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from autograder.sandbox import runqueue
from autograder.sandbox.sandbox import Sandbox
from autograder.walls import leftovers, prctl, seccomp
from autograder.walls.confine import FileRules, OwnScope, probe
from autograder.walls.layers import MOST_THREADS, NAMES, Layers
from tests.forks import inside

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another")
FOUND = probe(None)
filtered = pytest.mark.skipif(not FOUND.seccomp, reason="needs seccomp")
locked = pytest.mark.skipif(not FOUND.landlock, reason="needs Landlock")
STRANGER = 61200 + 2 * (os.getpid() % 100)  # nobody has it, nor another such test
IO_SETUP = {"x86_64": 206, "aarch64": 0}.get(os.uname().machine, -1)
MINCORE = {"x86_64": 27, "aarch64": 232}.get(os.uname().machine, -1)
PAGE = ctypes.create_string_buffer(mmap.PAGESIZE)
FUTEX = {"x86_64": 202, "aarch64": 98}.get(os.uname().machine, -1)
SYSLOG = {"x86_64": 103, "aarch64": 116}.get(os.uname().machine, -1)
TGKILL = {"x86_64": 234, "aarch64": 131}.get(os.uname().machine, -1)


def filter_calls() -> None:
    """The filters, that of the server and then that of a worker."""
    prctl.refuse_privileges()
    own = seccomp.OwnFilter()  # made before: it takes a file
    seccomp.Filter().restrict()
    own.restrict()


def system_call(number: int, *arguments: int) -> None:
    """A call that Python has no name for; OSError if it fails."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(number, *arguments) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def fork_and_reap() -> None:
    """A child that ends at once."""
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def touched(path: Path) -> str:
    """An empty file."""
    path.touch()
    return str(path)


def ask_for_addresses() -> None:
    """Ask a socket, any socket, how the network's interfaces are called."""
    import fcntl  # noqa: PLC0415 - not on every system

    mine, theirs = socket.socketpair()
    with mine, theirs:
        fcntl.ioctl(mine, 0x8912, bytes(16))


def waiting() -> object:
    """How many bytes a pipe holds, by ioctl."""
    import fcntl  # noqa: PLC0415 - likewise
    import termios  # noqa: PLC0415 - likewise

    reading, writing = os.pipe()
    os.write(writing, b"four")
    return fcntl.ioctl(reading, termios.FIONREAD, bytes(4))


def advise(path: str) -> None:
    """Have a file dropped from the page cache."""
    with open(path, "rb") as file:  # noqa: PTH123 - a text
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def read_if_cached(path: str) -> None:
    """Read only what needs no disk."""
    with open(path, "rb") as file:  # noqa: PTH123 - likewise
        os.preadv(file.fileno(), [bytearray(1)], 0, os.RWF_NOWAIT)


def control(command: int, argument: int | bytes, path: str = os.devnull) -> object:
    """What `fcntl` answers to a command about a file, or a folder."""
    import fcntl  # noqa: PLC0415 - not on every system

    file = os.open(path, os.O_RDONLY if Path(path).is_dir() else os.O_RDWR)
    try:
        return fcntl.fcntl(file, command, argument)
    finally:
        os.close(file)


def lock_whole(path: str) -> None:
    """Lock a file for whoever has it open."""
    import fcntl  # noqa: PLC0415 - likewise

    with open(path, "rb") as file:  # noqa: PTH123 - a text
        fcntl.flock(file, fcntl.LOCK_SH)


def signal_input() -> None:
    """Have a signal sent when a pipe can be read."""
    import fcntl  # noqa: PLC0415 - likewise

    fcntl.ioctl(os.pipe()[0], 0x5452, bytes(4))


def ask_capabilities_of_parent() -> None:
    """Those of the process that has forked this one."""
    header = (ctypes.c_uint32 * 2)(prctl.CAPABILITIES_3, os.getppid())
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.capget(header, (ctypes.c_uint32 * 6)()) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


LOCK = struct.pack("hhqqi4x", 0, os.SEEK_SET, 7, 1, 0)  # a byte, to be read
WORD = ctypes.c_uint32(0)
WAKE, PRIVATE = 1, 128  # of futex

REFUSED: dict[str, Callable[[Path], object]] = {
    "a lock of bytes": lambda _: control(6, LOCK),
    "a lock of bytes that waits": lambda _: control(7, LOCK),
    "a question about locks": lambda _: control(5, LOCK),
    "a lock of an open description": lambda _: control(37, LOCK),
    "one that waits": lambda _: control(38, LOCK),
    "a question about such locks": lambda _: control(36, LOCK),
    "a lock of the whole": lambda f: lock_whole(touched(f / "x")),
    "a lease": lambda f: control(1024, 2, touched(f / "x")),
    "a question about leases": lambda f: control(1025, 0, touched(f / "x")),
    "notice of a folder": lambda f: control(1026, 1, str(f)),
    "flags of a file": lambda _: control(4, os.O_NONBLOCK),
    "a command that is not known": lambda f: control(1036, bytes(8), touched(f / "x")),
    "signals at input": lambda _: signal_input(),
    "waking who waits at a page of all": lambda _: system_call(
        FUTEX, ctypes.addressof(WORD), WAKE, 1
    ),
    "the clock of the parent": lambda _: time.clock_gettime(~os.getppid() << 3 | 2),
    "how fine that clock is": lambda _: time.clock_getres(~os.getppid() << 3 | 2),
    "where the parent may run": lambda _: os.sched_getaffinity(os.getppid()),
    "how the parent is scheduled": lambda _: os.sched_getscheduler(os.getppid()),
    "the group of the parent": lambda _: os.getpgid(os.getppid()),
    "the session of the parent": lambda _: os.getsid(os.getppid()),
    "the priority of the parent": lambda _: os.getpriority(
        os.PRIO_PROCESS, os.getppid()
    ),
    "the capabilities of the parent": lambda _: ask_capabilities_of_parent(),
    "fork": lambda _: fork_and_reap(),
    "program": lambda _: subprocess.run(["true"], check=True),
    "spawn": lambda _: os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0),
    "signal to the parent": lambda _: os.kill(os.getppid(), 0),
    "signal to a group": lambda _: os.killpg(os.getpgrp(), 0),
    "a thread of the parent": lambda _: system_call(
        TGKILL, os.getppid(), os.getppid(), 0
    ),
    "inet": lambda _: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).close(),
    "inet6": lambda _: socket.socket(socket.AF_INET6).close(),
    "unix": lambda _: socket.socket(socket.AF_UNIX).close(),
    "a datagram": lambda _: len(socket.socketpair(type=socket.SOCK_DGRAM)),
    "a name for a socket": lambda f: socket.socketpair()[0].bind(str(f / "s")),
    "a connection": lambda f: socket.socketpair()[0].connect(str(f / "s")),
    "a pair of another family": lambda _: len(socket.socketpair(socket.AF_INET6)),
    "addresses of the machine": lambda _: ask_for_addresses(),
    "requests in the background": lambda _: system_call(
        IO_SETUP, 1, ctypes.addressof(ctypes.c_ulong(0))
    ),
    "memory for others to read": lambda _: prctl.close_memory(closed=False),
    "advice on a cached file": lambda f: advise(touched(f / "x")),
    "reading what is cached": lambda f: read_if_cached(touched(f / "x")),
    "what is cached of memory": lambda _: system_call(
        MINCORE, ctypes.addressof(PAGE) & -mmap.PAGESIZE, 1, ctypes.addressof(PAGE)
    ),
    "memory to disk": lambda _: mmap.mmap(-1, mmap.PAGESIZE).madvise(21),
    "mode": lambda f: Path(touched(f / "x")).chmod(0o600),
    "owner": lambda f: os.chown(touched(f / "x"), -1, -1),
    "times": lambda f: os.utime(touched(f / "x"), (0, 0)),
    "priority": lambda _: os.nice(0),
    "limits of the parent": lambda _: resource.prlimit(
        os.getppid(), resource.RLIMIT_CPU
    ),
    "cores of the parent": lambda _: os.sched_setaffinity(
        os.getppid(), os.sched_getaffinity(0)
    ),
    "truncation": lambda f: os.truncate(touched(f / "x"), 0),
    "truncation on reading": lambda f: os.close(
        os.open(touched(f / "x"), os.O_RDONLY | os.O_TRUNC)
    ),
}


@filtered
@pytest.mark.parametrize("step", REFUSED)
def test_the_filter_refuses(tmp_path: Path, step: str) -> None:
    """PermissionError, at once; and it is the filter that refuses."""
    attempt = REFUSED[step]
    assert not inside(lambda: attempt(tmp_path)).startswith("PermissionError")
    assert inside(filter_calls, lambda: attempt(tmp_path)).startswith("PermissionError")


ALLOWED: dict[str, Callable[[Path], object]] = {
    "copies of a descriptor": lambda _: os.fstat(os.dup(0)).st_ino,
    "flags to be read": lambda _: control(3, 0),
    "whether that is a terminal": lambda _: os.isatty(os.pipe()[0]),
    "a pair that does not wait": lambda _: socket.socketpair()[0].settimeout(0),
    "a loop of events": lambda _: asyncio.run(asyncio.sleep(0, "done")),
    "what is its own to wake": lambda _: system_call(
        FUTEX, ctypes.addressof(WORD), WAKE | PRIVATE, 1
    ),
    "its own clocks": lambda _: time.process_time() + time.thread_time() > 0,
    "its own group": lambda _: os.getpgid(0) == os.getpgrp(),
    "its own priority": lambda _: os.getpriority(os.PRIO_PROCESS, 0),
    "a thread": lambda _: run_thread(),
    "a signal to itself": lambda _: os.kill(os.getpid(), 0),
    "raising a signal": lambda _: signal.raise_signal(signal.SIGCHLD),
    "its own limits": lambda _: resource.getrlimit(resource.RLIMIT_CPU),
    "its own cores": lambda _: os.sched_setaffinity(0, os.sched_getaffinity(0)),
    "a pair of sockets": lambda _: len(socket.socketpair()),
    "reading at a place": lambda f: read_at_once(touched(f / "x")),
    "a file": lambda f: (f / "y").write_text("written anew"),
    "memory": lambda _: mmap.mmap(-1, 1 << 20).close(),
    "what waits in a pipe": lambda _: waiting(),
    "memory that stays closed": lambda _: prctl.close_memory(),
    "a timer": lambda _: signal.setitimer(signal.ITIMER_PROF, 1),
}


def read_at_once(path: str) -> int:
    """Read into several buffers, as `preadv2` without flags does."""
    with open(path, "rb") as file:  # noqa: PTH123 - likewise
        return os.preadv(file.fileno(), [bytearray(1)], 0, os.RWF_HIPRI)


def run_thread() -> None:
    """A thread that ends; RuntimeError if none can start."""
    thread = threading.Thread(target=int)
    thread.start()
    thread.join()


@filtered
@pytest.mark.parametrize("step", ALLOWED)
def test_the_filter_allows(tmp_path: Path, step: str) -> None:
    """What honest code may do."""
    expected = inside(lambda: ALLOWED[step](tmp_path))
    assert expected == inside(filter_calls, lambda: ALLOWED[step](tmp_path))


@filtered
@pytest.mark.parametrize("number", [425, 435, 437, 451, 452, 463, 500])
def test_the_filter_hides_calls_that_it_cannot_judge(number: int) -> None:
    """io_uring, clone3, openat2, cachestat, and those that are newer than it."""
    answer = inside(filter_calls, lambda: system_call(number, 0, 0, 0, 0))
    assert "Function not implemented" in answer


@filtered
def test_the_log_of_the_kernel_is_closed() -> None:
    """It tells each crash, with addresses that who crashes may choose."""

    def ask_its_size() -> None:
        system_call(SYSLOG, 10, 0, 0)

    if inside(ask_its_size) != "None":
        pytest.skip("this system closes it to everybody")
    assert inside(filter_calls, ask_its_size).startswith("PermissionError")


def test_all_other_numbers_are_told_by_their_prefixes() -> None:
    """Each number of 32 bits has a prefix that refuses it, but those that may be."""
    allowed = frozenset({0, 1, 2, 3, 1030, 0x5401, 0x802C542A, 0xFFFFFFFF})
    prefixes = [*seccomp.masks_of_other_values(allowed)]
    near = {each ^ 1 << bit for each in allowed for bit in range(32)}
    for number in {*range(3000), *near, *allowed}:
        refused = any(number & mask == value for mask, value in prefixes)
        assert refused == (number not in allowed)


@filtered
def test_signals_cannot_be_sent_by_way_of_a_file() -> None:
    """A pipe with an owner signals that process when it can be read."""

    def own() -> object:
        import fcntl  # noqa: PLC0415 - not on every system

        reading, _ = os.pipe()
        return fcntl.fcntl(reading, fcntl.F_SETOWN, os.getppid())

    assert inside(own) == "0"
    assert inside(filter_calls, own).startswith("PermissionError")


@filtered
def test_bits_that_the_kernel_does_not_read_change_nothing() -> None:
    """It reads 32 bits of a command, and the filter must read no more."""
    fcntl = {"x86_64": 72, "aarch64": 25}.get(os.uname().machine, -1)
    reading, _ = os.pipe()
    own = [fcntl, reading, 8 | 1 << 32, os.getpid()]
    number, *arguments = map(ctypes.c_long, own)

    def aim() -> int:
        return int(ctypes.CDLL(None).syscall(number, *arguments))

    assert inside(aim) == "0"
    assert inside(filter_calls, aim) == "-1"


@filtered
def test_truncation_without_any_right_is_refused(tmp_path: Path) -> None:
    """Access mode 3 asks for neither reading nor writing, and empties the file."""
    path = touched(tmp_path / "x")

    def truncate() -> None:
        os.close(os.open(path, os.O_TRUNC | 3))

    assert inside(truncate) == "None"
    assert inside(filter_calls, truncate).startswith("PermissionError")


@filtered
def test_a_worker_cannot_choose_to_outlive_its_parent() -> None:
    """It may ask again for what it has, and for nothing else."""

    def outlive() -> int:
        return int(ctypes.CDLL(None).prctl(prctl.SET_DEATH_SIGNAL, 0))

    assert inside(outlive) == "0"
    assert inside(filter_calls, outlive) == "-1"
    assert inside(filter_calls, lambda: prctl.die_with_parent(os.getppid())) == "None"


@filtered
def test_the_filter_stays() -> None:
    """A second one, or a change of user, takes nothing back."""
    assert inside(filter_calls, filter_calls, fork_and_reap).startswith(
        "PermissionError"
    )


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """A folder that is to be readable, and one that is to be writable."""
    staged, working = tmp_path / "staged", tmp_path / "working"
    staged.mkdir()
    working.mkdir()
    (staged / "student.py").write_text("x = 1")
    (tmp_path / "secret").write_text("secret")
    return staged, working


@pytest.fixture
def files(folders: tuple[Path, Path]) -> Callable[[], None]:
    """Landlock, as a worker puts it up."""

    def restrict() -> None:
        prctl.refuse_privileges()
        own = OwnScope()
        FileRules(*map(str, folders)).restrict()
        own.restrict()

    return restrict


CLOSED: dict[str, Callable[[Path], object]] = {
    "a file beside": lambda f: (f / "secret").read_text(),
    "a listing of what is above": os.listdir,
    "another process": lambda _: Path(f"/proc/{os.getppid()}/environ").read_bytes(),
    "itself": lambda _: os.close(os.open("/proc/self/mem", os.O_RDONLY)),
    "users": lambda _: Path("/etc/passwd").read_text(),
    "writing to the submission": lambda f: (f / "staged" / "student.py").write_text(""),
    "a file in the submission": lambda f: (f / "staged" / "new.py").write_text(""),
    "writing above": lambda f: (f / "new").write_text(""),
    "renaming": lambda f: (f / "staged" / "student.py").rename(f / "staged" / "x"),
    "a hard link": lambda f: os.link(f / "secret", f / "working" / "link"),
    "a pipe with a name": lambda f: os.mkfifo(f / "working" / "fifo"),
    "reading by way of a link": lambda f: read_by_link(f / "secret", f / "working"),
    "a signal to the parent": lambda _: os.kill(os.getppid(), 0),
}


def read_by_link(target: Path, folder: Path) -> str:
    """What a symbolic link in the folder leads to."""
    (folder / "link").symlink_to(target)
    return (folder / "link").read_text()


@locked
@pytest.mark.parametrize("step", CLOSED)
def test_landlock_closes(tmp_path: Path, files: Callable[[], None], step: str) -> None:
    """Everything but what follows."""
    if step == "a signal to the parent" and FOUND.landlock < 6:
        pytest.skip("needs Landlock 6")
    copy = tmp_path / "control"
    for folder in ("staged", "working"):
        (copy / folder).mkdir(parents=True)
    (copy / "staged" / "student.py").write_text("x = 1")
    (copy / "secret").write_text("secret")
    refusal = ("PermissionError", "OSError: [Errno 18]")  # to another folder: EXDEV
    assert not inside(lambda: CLOSED[step](copy)).startswith(refusal)
    assert inside(files, lambda: CLOSED[step](tmp_path)).startswith(refusal)


OPEN: dict[str, Callable[[Path], object]] = {
    "the submission": lambda f: (f / "staged" / "student.py").read_text(),
    "its working folder": lambda f: (f / "working" / "x").write_text("y"),
    "folders in it": lambda f: (f / "working" / "a" / "b").mkdir(parents=True),
    "modules of Python": lambda _: __import__("colorsys").__name__,
    "modules in C": lambda _: __import__("_decimal").__name__,
    "nothing": lambda _: Path(os.devnull).write_text("gone"),
    "random numbers": lambda _: os.close(os.open("/dev/urandom", os.O_RDONLY)),
}


@locked
@pytest.mark.parametrize("step", OPEN)
def test_landlock_leaves_open(
    tmp_path: Path, files: Callable[[], None], step: str
) -> None:
    """What the interpreter and the submission need."""
    expected = inside(lambda: OPEN[step](tmp_path))
    (tmp_path / "working" / "x").unlink(missing_ok=True)
    subprocess.run(["rm", "-rf", str(tmp_path / "working" / "a")], check=True)
    assert "Error" not in expected
    assert expected == inside(files, lambda: OPEN[step](tmp_path))


def test_memory_is_closed_to_others_of_the_same_user() -> None:
    """The parent holds a secret in its memory, and the child asks the system for it."""

    def read_parent() -> None:
        os.close(os.open(f"/proc/{os.getppid()}/environ", os.O_RDONLY))

    def become_stranger() -> None:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(STRANGER)
            os.setuid(STRANGER)
            prctl.close_memory(closed=False)

    def after(step: Callable[[], None]) -> str:
        return inside(become_stranger, step, lambda: inside(read_parent))

    assert after(lambda: None) == "None"
    assert after(prctl.close_memory).startswith("PermissionError")


def test_the_graders_memory_is_closed_while_it_grades() -> None:
    """And as open afterwards as it was before."""

    def states() -> list[int]:
        ask = ctypes.CDLL(None).prctl
        found = [ask(prctl.GET_DUMPABLE, 0, 0, 0, 0)]
        with Sandbox():
            found.append(ask(prctl.GET_DUMPABLE, 0, 0, 0, 0))
        return [*found, ask(prctl.GET_DUMPABLE, 0, 0, 0, 0)]

    assert inside(lambda: prctl.close_memory(closed=False), states) == "[1, 0, 1]"
    assert inside(prctl.close_memory, states) == "[0, 0, 0]"


def test_a_child_dies_with_its_parent() -> None:
    """Even if nothing else ends it."""

    def orphan() -> object:
        reading, writing = os.pipe()
        parent = os.fork()
        if parent == 0:
            above = os.getpid()
            if os.fork() == 0:
                prctl.die_with_parent(above)
                os.write(writing, b"ready")
                time.sleep(60)
            os.read(reading, 5)
            os._exit(0)
        os.close(writing)
        os.waitpid(parent, 0)
        return os.read(reading, 1)  # ends when the last holder of `writing` does

    assert inside(orphan) == "b''"


def test_a_child_whose_parent_has_gone_already_dies_at_once() -> None:
    """Between the fork and the request the parent may end."""
    assert inside(lambda: prctl.die_with_parent(1)) == "SIGKILL"


def test_no_program_gains_rights() -> None:
    """The bit is set, and stays."""

    def bit() -> object:
        status = Path("/proc/self/status").read_text()
        return [line for line in status.splitlines() if line.startswith("NoNewPrivs")]

    assert inside(bit) == "['NoNewPrivs:\\t0']"
    assert inside(prctl.refuse_privileges, bit) == "['NoNewPrivs:\\t1']"


def daemon() -> int:
    """A process that has left its group and its parent; its id."""
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.setsid()
        pid = os.fork()
        if pid == 0:
            time.sleep(60)
        os.write(writing, str(pid).encode())
        os._exit(0)
    os.wait()
    return int(os.read(reading, 20))


def test_a_sweep_ends_orphans_and_spares_the_known() -> None:
    """A daemon goes; the worker that is prepared for the next test stays."""

    def sweeping() -> object:
        prctl.adopt_orphans()
        known = os.fork()
        if known == 0:
            time.sleep(60)
        pid = daemon()
        children = prctl.children()
        before = children() == {known, pid}
        leftovers.Sweeper(None).sweep({known})
        left = children() == {known}
        os.kill(known, signal.SIGKILL)
        return before, left

    assert inside(sweeping) == "(True, True)"


@as_root
def test_a_sweep_ends_what_the_user_has_started() -> None:
    """And reaps it."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        leftovers.drop_user(STRANGER)
        os.write(writing, b"x")
        time.sleep(60)
    os.read(reading, 1)
    leftovers.Sweeper(STRANGER).sweep(prctl.children()() - {pid})
    assert not leftovers.has_processes(STRANGER)


@as_root
def test_a_user_without_processes_is_known_as_such() -> None:
    """One that has ended counts until it is reaped."""
    assert not leftovers.has_processes(STRANGER)
    pid = os.fork()
    if pid == 0:
        leftovers.drop_user(STRANGER)
        os._exit(0)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    assert leftovers.has_processes(STRANGER)
    os.waitpid(pid, 0)
    assert not leftovers.has_processes(STRANGER)


@as_root
def test_a_sweep_hits_nobody_else() -> None:
    """Neither root nor another user."""
    pid = os.fork()
    if pid == 0:
        leftovers.drop_user(STRANGER + 1)
        time.sleep(60)
    time.sleep(0.05)
    assert inside(lambda: leftovers.Sweeper(STRANGER).sweep(set())) == "None"
    assert os.waitpid(pid, os.WNOHANG) == (0, 0)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def test_what_cannot_be_ended_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rather than going on beside it."""
    monkeypatch.setattr(leftovers, "PATIENCE", 0)
    with pytest.raises(leftovers.LeftOver, match="could not be ended"):
        leftovers.Sweeper(None).sweep(set())


@as_root
def test_a_slot_is_taken_once() -> None:
    """By whoever comes first, for as long as it is held."""
    first, second = runqueue.free_slot(), runqueue.free_slot()
    assert first
    assert second
    assert first.user != second.user
    first.lock.close()
    third = runqueue.free_slot()
    assert third
    assert third.user == first.user
    for slot in (second, third):
        slot.lock.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root has slots")
def test_others_have_no_slot() -> None:
    """Who is not root cannot become another."""
    assert runqueue.free_slot() is None


@pytest.fixture
def open_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that stands for those that are open to every user."""
    tmp_path.chmod(0o777)
    monkeypatch.setattr(leftovers, "OPEN_FOLDERS", (str(tmp_path), "/nowhere"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    yield tmp_path
    tmp_path.chmod(0o700)


@as_root
def test_files_left_in_open_folders_go(open_folder: Path) -> None:
    """Those of the user, in folders within too; and no others."""
    (open_folder / "open").mkdir(mode=0o777)
    (open_folder / "open").chmod(0o777)
    (open_folder / "closed").mkdir(mode=0o755)
    for path in ("theirs", "open/theirs", "closed/theirs", "others"):
        (open_folder / path).touch()
    (open_folder / "folder" / "deep").mkdir(parents=True)
    for path in ("theirs", "open/theirs", "closed/theirs", "folder", "folder/deep"):
        os.chown(open_folder / path, STRANGER, STRANGER)
    leftovers.remove_traces(STRANGER)
    left = sorted(str(p.relative_to(open_folder)) for p in open_folder.rglob("*"))
    assert left == ["closed", "closed/theirs", "open", "others"]


def test_a_system_is_probed_without_being_changed() -> None:
    """What is tried is tried in a child: this process can still start programs."""
    assert probe(None) == FOUND
    assert subprocess.run(["true"], check=False).returncode == 0
    assert FOUND.privileges


def test_a_probe_that_is_killed_has_found_nothing_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is not taken for a system without layers."""
    monkeypatch.setattr(seccomp, "Filter", lambda: signal.raise_signal(9))
    with pytest.raises(ChildProcessError, match="was killed"):
        probe(None)


@as_root
def test_root_may_become_another() -> None:
    """The user is a layer that only root has."""
    assert probe(STRANGER).user
    assert not FOUND.user


@as_root
def test_root_without_capabilities_is_the_owner_of_its_files_and_no_more(
    tmp_path: Path,
) -> None:
    """It reads its own, and neither reads nor gives away another's; for good."""
    path = tmp_path / "another's"
    path.write_text("read")
    os.chown(path, STRANGER, STRANGER)
    path.chmod(0o600)
    assert inside(path.read_text) == "read"
    dropped = prctl.drop_capabilities
    assert inside(dropped, path.read_text).startswith("PermissionError")
    assert inside(dropped, lambda: os.setuid(STRANGER)).startswith("PermissionError")


@pytest.mark.parametrize("left_out", sorted(NAMES))
def test_a_layer_can_be_left_out(left_out: str) -> None:
    """To measure what it costs, and to test the others without it."""
    with Sandbox(without=[left_out]) as one, Sandbox() as all_of_them:
        assert not getattr(one.layers, left_out)
        expected = all_of_them.layers.without(frozenset([left_out]))
        assert one.layers == expected


@pytest.mark.parametrize(
    "layers, threads",
    [
        (Layers(), 0),
        (Layers(user=True), 0),
        (Layers(seccomp=True), None),
        (Layers(user=True, seccomp=True), MOST_THREADS),
    ],
)
def test_threads_are_counted_where_that_makes_sense(
    layers: Layers, threads: int | None
) -> None:
    """The system counts all of a user's processes and threads together."""
    assert threads == layers.thread_limit()


@pytest.mark.parametrize(
    "layers, sentence",
    [
        (
            Layers(user=True, privileges=True, seccomp=True, landlock=7),
            "Sandbox: own process, own user, no new privileges, seccomp, Landlock 7",
        ),
        (
            Layers(privileges=True, seccomp=True, landlock=3),
            (
                "Sandbox: own process, no new privileges, seccomp, Landlock 3; "
                "missing: own user (needs root)"
            ),
        ),
    ],
)
def test_the_layers_are_told_in_one_line(layers: Layers, sentence: str) -> None:
    """What there is, and what is missing and why."""
    assert sentence == layers.layers_sentence()


def test_why_there_is_no_user_is_told() -> None:
    """Root has none where its Python is closed to others."""
    assert "missing: own user (for a reason)" in FOUND.layers_sentence("for a reason")


def test_every_missing_layer_is_told() -> None:
    """As on a system that has none of them."""
    sentence = Layers().layers_sentence()
    assert sentence.startswith("Sandbox: own process; missing: ")
    assert sentence.count("needs") == len(NAMES)
