"""A process that has loaded what all graders need, and forks them: its own side.

It is told a `Setting`, and then programs to be run in forks of it, each with a socket,
which is input and output, and a file for what is printed. It ends a fork on command,
and then only is its number free for others.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import socket
import sys
import traceback
from contextlib import suppress
from typing import Any, NoReturn

from autograder.classroom.running.grader import Setting, prepared
from autograder.classroom.running.starting import START
from autograder.errors import AutograderError
from autograder.walls.prctl import ClosedMemory

MOST, DESCRIPTORS = 1 << 16, 2  # bytes of an order; that come with it


def main() -> None:
    """Obey until whoever has begun this is gone.

    The answers lie in its memory, which is as closed to others as a grader's own.
    """
    memory = ClosedMemory()
    with socket.socket(fileno=os.dup(0)) as control:
        while True:
            message, files, _, _ = socket.recv_fds(control, MOST, DESCRIPTORS)
            if not message:
                return memory.release()
            order = pickle.loads(message)  # noqa: S301 - from who has begun this
            control.sendall(pickle.dumps(_obeyed(control, order, files)))


def _obeyed(control: socket.socket, order: Any, files: list[int]) -> int | None:
    """Obey an order: the setting, a program with its files, or whom to end."""
    if isinstance(order, Setting):
        return _load(order)
    kind, argument = order
    return _start(control, argument, files) if kind == START else _end(argument)


def _load(setting: Setting) -> int:
    """Load what graders share; where that cannot be, each of them finds out why."""
    with suppress(AutograderError, OSError):
        prepared(setting.assignment)
    gc.collect()
    gc.freeze()  # what is loaded is not copied for the collector's sake
    return 0


def _start(control: socket.socket, program: str, files: list[int]) -> int:
    """Run a program in a fork; its number."""
    pid = os.fork()
    if pid == 0:
        control.close()
        _become(program, *files)
    for file in files:
        os.close(file)
    return pid


def _become(program: str, talk: int, said: int) -> NoReturn:
    """Do what a program says that would begin by itself, and end as it would."""
    status = 1
    os.setsid()  # Linux divides cores by sessions first: each grading has its share
    try:
        for source, target in ((talk, 0), (talk, 1), (said, 2)):
            os.dup2(source, target)
        os.close(talk)
        os.close(said)
        exec(program, {"__name__": "__main__"})  # noqa: S102 - the grader's own
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
        if isinstance(end.code, str):
            sys.stderr.write(f"{end.code}\n")
    except BaseException:  # noqa: BLE001 - told in the file, as Python does
        traceback.print_exc()
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def _end(pid: int) -> int | None:
    """End a fork; its status or minus its signal, None while it has not quite ended."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    found, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if found else None
