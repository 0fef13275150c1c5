"""What workers could leave on what they share, as the server sees it."""

from __future__ import annotations

import gc
import os
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from autograder.walls.leftovers import Shared
from tests.forks import inside

if sys.platform != "win32":
    import fcntl

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
LOCK = b"\1\0\0\0" + bytes(4) + (7).to_bytes(8, "little") + bytes(16)  # the byte 7
SET_LOCK = 37  # of an open description

MARKS: dict[str, Callable[[int], object]] = {
    "a lock": lambda file: fcntl.flock(file, fcntl.LOCK_EX),
    "a lock of a byte": lambda file: fcntl.fcntl(file, SET_LOCK, LOCK),
    "a flag": lambda file: fcntl.fcntl(file, fcntl.F_SETFL, os.O_NONBLOCK),
}


def leave_files() -> None:
    """Have few open, as a server has, and none that the tests' processes write."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for entry in [*Path("/proc/self/fd").iterdir()]:
        number = int(entry.name)
        with suppress(OSError):
            kind = os.fstat(number).st_mode
            if number < 3:
                os.dup2(nothing, number)
            elif stat.S_ISREG(kind) or stat.S_ISSOCK(kind):
                os.close(number)


def is_marked(
    by_worker: Callable[[], object], by_server: Callable[[], object] = int
) -> str:
    """What is seen when a child has done one thing, and who forked it another."""

    def look() -> bool:
        leave_files()
        gc.disable()  # a file of a test before this one is not closed in between
        shared = Shared()
        shared.note_beginning()
        pid = os.fork()
        if pid == 0:
            by_worker()
            os._exit(0)
        os.waitpid(pid, 0)
        by_server()
        return shared.is_marked()

    return inside(look)


@pytest.mark.parametrize("name", MARKS)
def test_a_mark_on_an_open_description_is_seen(name: str) -> None:
    """It is there when who has left it has ended."""
    with open(os.devnull, "r+b") as file:  # noqa: PTH123 - no file
        assert is_marked(lambda: MARKS[name](file.fileno())) == "True"


@pytest.mark.parametrize("name", MARKS)
def test_what_one_has_opened_oneself_is_no_mark(name: str) -> None:
    """It goes with the process."""
    assert is_marked(lambda: MARKS[name](os.open(os.devnull, os.O_RDWR))) == "False"


def test_a_descriptor_more_is_a_mark() -> None:
    """Or one less: files in memory are kept by nothing else."""
    assert is_marked(int, lambda: os.memfd_create("mark")) == "True"
    assert is_marked(int, lambda: os.close(0)) == "True"
    assert is_marked(int) == "False"
