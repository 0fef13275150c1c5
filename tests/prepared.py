"""The command line in processes that have imported all they need before they begin.

What a process of its own costs is mostly its imports, and tests start many. So one
process, `python -m tests.prepared autograder` or `pytest`, imports it once; for each
line on its standard input, a JSON object, it forks, and the child runs the command and
ends as any command does. The line with which it answers has the exit status and what
was printed.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from typing import IO, Any

import pytest
from _pytest.config import get_config

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60  # seconds that a command may take
SELDOM = (".cluster", ".machine")  # take a second, which few commands need
READ_AT_THE_START = ("PYTHON", "LANG", "LC_", "TZ")  # so the names of variables begin
NEEDLESS = ("-pno:hypothesispytest", "-pno:pytest_cov")  # plugins that are slow to load


def run(
    program: str, arguments: Sequence[str], cwd: Path, variables: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    """Run `python -m PROGRAM` with these arguments and this environment in a folder."""
    order = {"arguments": arguments, "cwd": str(cwd), "variables": dict(variables)}
    server = _server(program)
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(json.dumps(order) + "\n")
    server.stdin.flush()
    if not select.select([server.stdout], [], [], PATIENCE)[0]:
        os.killpg(server.pid, signal.SIGKILL)
        _server.cache_clear()
        raise subprocess.TimeoutExpired([*arguments], PATIENCE)
    answer: dict[str, Any] = json.loads(server.stdout.readline())
    return subprocess.CompletedProcess([*arguments], **answer)


@cache
def _server(program: str) -> subprocess.Popen[str]:
    """The process that forks; it ends with this one."""
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.prepared", program],
        cwd=ROOT,
        env=os.environ | {"PYTHONUTF8": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C is for the tests
    )
    atexit.register(server.communicate)
    return server


def serve(program: str) -> None:
    """Make one process a line, until there are no more, on all cores.

    A test may hold a sandbox, which keeps its process to one core.
    """
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    run_command = {"autograder": _prepare_autograder, "pytest": _prepare_pytest}[
        program
    ]()
    gc.collect()
    gc.freeze()  # a child looks through none of this for garbage, and shares its pages
    for line in sys.stdin:
        order = json.loads(line)
        with _printed() as stdout, _printed() as stderr:
            pid = os.fork()
            if pid == 0:
                _become(order, stdout.fileno(), stderr.fileno())
                run_command()
            status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            texts = {"stdout": _text(stdout), "stderr": _text(stderr)}
        sys.stdout.write(json.dumps({"returncode": status, **texts}) + "\n")
        sys.stdout.flush()


def _prepare_autograder() -> Callable[[], object]:
    """Import what most of its commands import; what runs one is returned."""
    import autograder  # noqa: PLC0415 - pytest is to import it by itself

    for module in pkgutil.walk_packages(autograder.__path__, "autograder."):
        if module.name != "autograder.__main__" and not module.name.endswith(SELDOM):
            importlib.import_module(module.name)
    get_config()  # imports pytest's own plugins
    run_command: Callable[[], object] = importlib.import_module(
        "autograder.commands.main"
    ).run
    return run_command


def _prepare_pytest() -> Callable[[], object]:
    """Import pytest and its plugins, of which the autograder is one, as pytest does."""
    with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere):
        nothing = ("--noconftest", f"--config-file={os.devnull}", "--rootdir=/")
        pytest.main(["--markers", *NEEDLESS, *nothing])

    def run_command() -> None:
        status = pytest.main()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)

    return run_command


def _printed() -> IO[str]:
    """A file for what a command prints, read as from a pipe."""
    return tempfile.TemporaryFile(
        "w+", encoding="utf-8", errors="surrogateescape", newline=None
    )


def _text(file: IO[str]) -> str:
    file.seek(0)
    return file.read()


def _become(order: dict[str, Any], stdout: int, stderr: int) -> None:
    """The process that the order asks for, as `python -m autograder` begins."""
    os.environ.clear()
    os.environ.update(order["variables"])
    os.chdir(order["cwd"])
    sys.path[0], sys.argv[1:] = order["cwd"], order["arguments"]
    tempfile.tempdir = None  # it depends on the environment
    nothing = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((nothing, 0), (stdout, 1), (stderr, 2)):
        os.dup2(source, target)


if __name__ == "__main__":
    serve(sys.argv[1])
