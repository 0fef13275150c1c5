"""Worker processes as the grader holds them, and plain ones for systems without fork.

Plain processes (for Windows, where they are untested) speak the same protocol on
their standard pipes; only the limits that a system enforces are missing.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from autograder.errors import GraderError
from autograder.walls.layers import Layers

ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "PYTHONHASHSEED": "0",
    "PYTHONIOENCODING": "utf-8:backslashreplace",
    "TZ": "UTC",
}
OF_WINDOWS = ("SYSTEMROOT",)  # without which Python does not start there
BOOT = """
import sys
paths = sys.argv[2:]
sys.path[:0] = paths
from autograder.worker import {module}
del sys.path[: len(paths)]
sys.dont_write_bytecode = True
{module}.{start}
"""


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker that waits for its job: how to talk with it, to signal and to end it.

    `requests` and `replies` are the grader's pipe ends; what the student's code
    prints goes to the file `output`. `end` kills the worker and all its group, and
    returns (exit code, CPU seconds); the code is minus the signal where one ended
    it.
    """

    requests: int
    replies: int
    output: BinaryIO
    send_signal: Callable[[int], None]
    end: Callable[[], tuple[int, float]]

    def close(self) -> None:
        """Give the descriptors back."""
        os.close(self.requests)
        os.close(self.replies)
        self.output.close()


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
            python("serve", "main_on_standard_pipes()", self._working_folder),
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

        def end() -> tuple[int, float]:
            process.kill()
            return process.wait(), 0.0

        return Worker(requests, replies, output, lambda _: process.kill(), end)

    def give_way(self) -> None:
        """Nothing outlives its test."""

    def close(self) -> None:
        """Likewise."""


def python(module: str, start: str, argument: str) -> list[str]:
    """A command that starts a module of ours, with what it needs and nothing else."""
    package = Path(__file__).parent.parent.parent
    decorator = importlib.util.find_spec("timeout_decorator")
    if decorator is None or decorator.origin is None:
        raise GraderError("timeout-decorator is not installed: run ./setup.sh")
    paths = [str(package), str(Path(decorator.origin).parent.parent)]
    program = BOOT.format(module=module, start=start)
    return [sys.executable, "-s", "-S", "-c", program, argument, *paths]
