"""Gradings to be killed, each the child of one process that has imported all it needs.

`python -m tests.injection` serves: of each line on its standard input, a JSON object,
it makes a grading, or a program that grades. It answers with a line that has the
process id and, once the grading and all that it started have ended, with one on how.
It adopts orphans, so that no process which a grading leaves behind can hide.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.small import ROOT, environment

PR_SET_CHILD_SUBREAPER = 36
PATIENCE = 20.0  # seconds within which all that a grading started must have ended


def children(pid: int) -> list[int]:
    """The processes that the threads of a process have started, as Linux lists them."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, thread.joinpath("children").read_text().split())
    return found


def descendants(pid: int) -> list[int]:
    """The processes below a process."""
    return [p for child in children(pid) for p in (child, *descendants(child))]


def alive(pid: int) -> bool:
    """Whether the process exists, and is more than a zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


@dataclass(frozen=True)
class Ended:
    """How a grading ended, and the processes that it left behind for good."""

    status: int
    said: str
    left: list[str]


class Driver:
    """The process that starts gradings; a context manager."""

    def __enter__(self) -> Driver:  # noqa: PYI034 - Self came with Python 3.11
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.injection"],
            cwd=ROOT,
            env={n: v for n, v in environment().items() if "COV" not in n},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.communicate(timeout=2 * PATIENCE)

    def grade(self, temporary: Path, *arguments: str | Path) -> int:
        """Start a grading whose files for a while are in a folder; its process id."""
        return self._start({"temporary": str(temporary)}, *arguments)

    def run(self, temporary: Path, *command: str | Path, **variables: str) -> int:
        """Start a program, likewise."""
        order = {"temporary": str(temporary), "variables": variables}
        return self._start(order, *command)

    def _start(self, order: dict[str, Any], *arguments: str | Path) -> int:
        assert self._process.stdin is not None
        order["arguments"] = [*map(str, arguments)]
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return int(self._answer()["pid"])

    def wait(self) -> Ended:
        """Until the grading that was started last has ended, and all its processes."""
        return Ended(**self._answer())

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer


def serve() -> None:
    """Make one grading a line, until there are no more."""
    from _pytest.config import get_config  # noqa: PLC0415 - imports all plugins

    from autograder.commands import (  # noqa: PLC0415 - imported once for all
        classroom,  # noqa: F401
        grade,  # noqa: F401
    )
    from autograder.commands import main as cli  # noqa: PLC0415
    from autograder.testing import runner  # noqa: PLC0415

    assert runner.INI.is_file()
    get_config()
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    for line in sys.stdin:
        order = json.loads(line)
        with tempfile.TemporaryFile() as said:
            pid = os.fork()
            if pid == 0:
                become(order["temporary"], said.fileno())
                if "variables" in order:
                    os.environ.update(order["variables"])
                    os.execv(order["arguments"][0], order["arguments"])  # noqa: S606
                sys.argv[1:] = order["arguments"]
                cli.run()
            answer({"pid": pid})
            status, left = awaited(pid)
            said.seek(0)
            text = said.read().decode(errors="replace")
        answer({"status": status, "said": text, "left": left})


def answer(content: dict[str, Any]) -> None:
    """Tell the test."""
    sys.stdout.write(json.dumps(content) + "\n")
    sys.stdout.flush()


def become(temporary: str, output: int) -> None:
    """Use this folder for temporary files, and print into this file."""
    os.environ["TMPDIR"] = tempfile.tempdir = temporary
    nothing = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((nothing, 0), (output, 1), (output, 2)):
        os.dup2(source, target)


def awaited(pid: int) -> tuple[int, list[str]]:
    """The exit status of a child, and the command lines of what outlived it."""
    status, left, end = 0, [], time.monotonic() + PATIENCE
    with contextlib.suppress(ChildProcessError):  # all have ended
        while True:
            ended, code = os.waitpid(-1, os.WNOHANG)
            if ended == pid:
                status = os.waitstatus_to_exitcode(code)
            if time.monotonic() > end:
                late = descendants(os.getpid())
                left += [Path(f"/proc/{p}/cmdline").read_text()[:99] for p in late]
                for process in late:
                    os.kill(process, signal.SIGKILL)
                end += PATIENCE
            time.sleep(0 if ended else 0.002)
    return status, left


if __name__ == "__main__":
    serve()
