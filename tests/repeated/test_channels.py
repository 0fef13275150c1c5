"""What one submission leaves where another could find it, in the same sandbox.

All workers come from one fork server, and a class is graded by a few of them: whatever
they share is memory that outlives a submission. Each channel is tried from inside, by
one program that leaves a mark and by another that looks for it.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent

import pytest

from autograder.assignment.questions import Limits
from autograder.observing.outcome import Returned, outcomes_of
from autograder.sandbox.jobs import Job, PlainCall
from autograder.sandbox.sandbox import Sandbox
from autograder.sandbox.workers import ForkServer
from autograder.worker.protocol import COMMAND, LOOK

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")

HEAD = """
import ctypes, errno, fcntl, os, platform, struct
KEYS = {"x86_64": (248, 249), "aarch64": (217, 218)}[platform.machine()]

def lock_at(place, kind=fcntl.F_WRLCK):
    return struct.pack("hhqqi4x", kind, os.SEEK_SET, place, 1, 0)

def call(number, *arguments):
    return ctypes.CDLL(None, use_errno=True).syscall(number, *arguments)
"""


@dataclass(frozen=True, slots=True)
class Channel:
    """How to leave a mark, and how to tell (`seen`) whether there is one."""

    leave: str
    look: str


CHANNELS = {
    "a lock of an open description": Channel(
        "fcntl.fcntl(0, 37, lock_at(7))",
        """
with open(os.devnull, "r+b") as other:
    told = fcntl.fcntl(other, 36, lock_at(7))
seen = struct.unpack("hhqqi4x", told)[0] != fcntl.F_UNLCK
""",
    ),
    "a lock of the whole": Channel(
        "fcntl.flock(0, fcntl.LOCK_EX)",
        """
with open(os.devnull, "r+b") as other:
    try:
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        seen = False
    except BlockingIOError:
        seen = True
""",
    ),
    "flags by fcntl": Channel(
        "fcntl.fcntl(0, fcntl.F_SETFL, os.O_NONBLOCK | os.O_APPEND)",
        "seen = bool(fcntl.fcntl(0, fcntl.F_GETFL) & (os.O_NONBLOCK | os.O_APPEND))",
    ),
    "flags by ioctl": Channel(
        "os.set_blocking(0, False)", "seen = not os.get_blocking(0)"
    ),
    "a key of the session": Channel(
        'call(KEYS[0], b"user", b"mark", b"1", 1, -3)',
        'seen = call(KEYS[1], b"user", b"mark", None, 0) >= 0',
    ),
    "a key of the user": Channel(
        'call(KEYS[0], b"user", b"marked", b"1", 1, -4)',
        'seen = call(KEYS[1], b"user", b"marked", None, 0) >= 0',
    ),
}
LIMITS = Limits(seconds=20)  # the machine may be busy


def function(body: str, answer: str) -> str:
    """A student's module, whose `f` does that, as far as it can, and answers so."""
    tried = f"seen = None\ntry:\n{indent(body, '    ')}\nexcept OSError:\n    pass\n"
    return f"{HEAD}\ndef f():\n{indent(tried, '    ')}    return {answer}\n"


def answer(sandbox: Sandbox, code: str) -> str:
    """What `f` returns, as a text."""
    folder = Path(tempfile.mkdtemp(prefix="student-", dir=sandbox.folder))
    folder.chmod(0o755)
    (folder / "student.py").write_text(code, encoding="utf-8")
    (folder / "student.py").chmod(0o644)  # whatever a command has set before
    job = Job(folder, "student", (PlainCall("f", ()),), LIMITS, 1000)
    came = outcomes_of(sandbox.run(job), folder, LIMITS, 1)[0]
    assert isinstance(came, Returned), came
    return came.text


@pytest.fixture(scope="module", params=["all layers", "no filter"])
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """One for all, as one serves many submissions."""
    without = () if request.param == "all layers" else ("seccomp", "landlock")
    if without and os.geteuid() != 0:
        pytest.skip("the keys of who runs the tests are not touched")
    with Sandbox(without) as shared:
        yield shared


def server_of(sandbox: Sandbox) -> int:
    """The process that forks its workers."""
    workers = sandbox._workers
    assert isinstance(workers, ForkServer)
    return workers._pid


@pytest.mark.parametrize("name", CHANNELS)
def test_no_mark_is_found_by_the_next_test(sandbox: Sandbox, name: str) -> None:
    """Nor by the next submission, whether or not it could be left."""
    channel = CHANNELS[name]
    answer(sandbox, function(channel.leave, "'left'"))
    assert answer(sandbox, function(channel.look, "str(seen)")) in ("False", "None")


@pytest.mark.parametrize("name", [n for n in CHANNELS if "key" not in n])
def test_the_mark_would_be_found_on_what_is_shared(name: str) -> None:
    """The control: two processes that have one /dev/null in common."""
    channel = CHANNELS[name]
    with open(os.devnull, "r+b") as shared:  # noqa: PTH123 - no file
        for body in (channel.leave, channel.look):
            code = function(body, "seen") + "print(f())"
            run = subprocess.run(
                [sys.executable, "-c", code],
                stdin=shared,
                capture_output=True,
                check=True,
            )
    assert run.stdout == b"True\n"


def test_a_server_without_a_mark_is_kept(sandbox: Sandbox) -> None:
    """Nothing is started anew between submissions that leave nothing."""
    answer(sandbox, function("pass", "'done'"))
    server = server_of(sandbox)
    assert not sandbox.separate_submissions()
    answer(sandbox, function("pass", "'done'"))
    assert not sandbox.separate_submissions()
    assert server_of(sandbox) == server


def test_a_server_with_a_mark_is_replaced(sandbox: Sandbox) -> None:
    """The test leaves one, since no worker can: descriptors that nobody uses."""
    answer(sandbox, function("pass", "'done'"))
    server, workers = server_of(sandbox), sandbox._workers
    assert isinstance(workers, ForkServer)
    socket.send_fds(workers._control, [COMMAND.pack(LOOK, 0)], [1, 2])
    assert sandbox.separate_submissions()
    assert answer(sandbox, function("pass", "'done'")) == "done"
    assert server_of(sandbox) != server


def test_a_server_that_is_gone_is_replaced(sandbox: Sandbox) -> None:
    """Nobody can tell any more, and nothing of it is left; no fault comes of that."""
    answer(sandbox, function("pass", "'done'"))
    os.kill(server_of(sandbox), signal.SIGKILL)
    assert sandbox.separate_submissions()
    assert answer(sandbox, function("pass", "'done'")) == "done"
