"""A small process that forks workers; started before any tree or answer is loaded.

It is the parent of every worker and does three things on command. SPAWN comes
with the worker's descriptors and is answered with its process id; REAP ends a
worker and all that it has started, and is answered with its exit status and
usage. A worker's id is never free for reuse before REAP, so nobody can kill the
wrong process. LOOK is answered with whether one has left a mark on what all share.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import json
import os
import signal
import socket
import traceback
from contextlib import suppress
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any, NoReturn

from autograder.walls import confine, prctl
from autograder.walls.confine import probe
from autograder.walls.layers import Layers, Session
from autograder.walls.leftovers import Shared, Sweeper, remove
from autograder.worker import serve
from autograder.worker.protocol import (
    COMMAND,
    ENDED,
    FINISH,
    HELLO,
    LOOK,
    MARKED,
    REAP,
    SPAWN,
    SPAWNED,
)

SYSTEM = ctypes.PyDLL(None, use_errno=True)  # whose calls keep what Python has locked
DESCRIPTORS = 3  # requests, replies, output
REPLACED, BROKEN, ALONE = 0, 1, 2  # exit codes: whether another server follows


def main(setting: str) -> None:
    """Serve on an inherited socket until the grader is gone, or wants another.

    `setting` is JSON: the socket, the session, the layers to leave out, and the module
    whose `perform` does what a job says.
    """
    given = json.loads(setting)
    session = Session(**given["session"])
    server = os.fork()
    if server == 0:
        serve_and_exit(given, session)
    os.close(given["control"])
    _, status = os.waitpid(server, 0)
    code = os.waitstatus_to_exitcode(status)
    if code == ALONE:  # nobody comes after; and a killed grader cannot tidy up
        remove(Path(session.folder))
    os._exit(0 if code in (REPLACED, ALONE) else 1)  # no module need be taken apart


def serve_and_exit(given: dict[str, Any], session: Session) -> NoReturn:
    """Serve the grader in a process whose walls leave it nothing but to fork."""
    code = BROKEN
    try:
        code = REPLACED if serve_grader(given, session) else ALONE
    except BaseException:  # noqa: BLE001 - the grader reads the last line
        traceback.print_exc()
    finally:
        os._exit(code)


def serve_grader(given: dict[str, Any], session: Session) -> bool:
    """Put up the walls that all workers stand in, and obey; whether another follows."""
    parent = os.getppid()
    with socket.socket(fileno=given["control"]) as control:
        perform = importlib.import_module(given["performs"]).perform
        serve.rehearse()
        layers = probe(session.user).without(frozenset(given["without"]))
        walls = confine.Walls(layers, session)
        sweeper = Sweeper(session.user if layers.user else None)
        shared = Shared()
        if layers.privileges:
            prctl.die_with_parent(parent)
        walls.close_server()
        gc.freeze()  # shared pages stay shared after a fork
        return Server(
            control=control,
            layers=layers,
            walls=walls,
            sweeper=sweeper,
            shared=shared,
            perform=perform,
        ).serve()


@dataclass(frozen=True, slots=True)
class Server:
    """The socket to the grader, what stands around workers, who looks after them."""

    control: socket.socket
    layers: Layers
    walls: confine.Walls
    sweeper: Sweeper
    shared: Shared
    perform: serve.Performs

    def serve(self) -> bool:
        """Obey until the end; whether another server follows."""
        self.sweeper.sweep(set())
        self.shared.note()
        alive: set[int] = set()
        self._tell(HELLO.pack(os.getpid(), *astuple(self.layers)))
        while (command := self._obey(alive)) not in (FINISH, 0):
            pass
        for pid in alive:
            end(pid)
        self.sweeper.sweep(set())
        return command == FINISH

    def _obey(self, alive: set[int]) -> int:
        """Carry out one command, and return it; 0 if there was none."""
        try:
            message, descriptors, _, _ = socket.recv_fds(
                self.control, COMMAND.size, DESCRIPTORS
            )
        except ConnectionResetError:  # the grader was killed
            return 0
        if len(message) < COMMAND.size:
            return 0
        command: int
        command, pid = COMMAND.unpack(message)
        if command == SPAWN:
            pid = self._spawn(descriptors)
            if pid > 0:
                alive.add(pid)
            self._tell(SPAWNED.pack(pid))
        elif command == REAP:
            alive.discard(pid)
            ended = end(pid)
            self.sweeper.sweep(alive)
            self._tell(ENDED.pack(*ended))
        elif command == LOOK:
            self._tell(MARKED.pack(self.shared.is_marked()))
        return command

    def _tell(self, answer: bytes) -> None:
        """Answer, where the grader still listens; its last command may be to come."""
        with suppress(OSError):
            self.control.sendall(answer)

    def _spawn(self, descriptors: list[int]) -> int:
        """Fork a worker that owns the descriptors; its id, or minus an errno."""
        pid = fork()
        if pid == 0:
            try:
                self.control.close()
                become_worker(self.walls, self.perform, *descriptors)
            finally:
                os._exit(1)
        for descriptor in descriptors:
            os.close(descriptor)
        return pid


def fork() -> int:
    """Fork as the system does; the child's id, 0 in the child, or minus an errno.

    Python's own way renews in each child the locks of its threads and the seed of
    `random`: a quarter of a worker's time. This process has one thread, and each job
    begins with a seed of its own.
    """
    pid: int = SYSTEM.fork()
    return pid if pid >= 0 else -ctypes.get_errno()


def become_worker(
    walls: confine.Walls,
    perform: serve.Performs,
    requests: int,
    replies: int,
    output: int,
) -> None:
    """A session of its own, output captured, no input; then serve one job."""
    os.setsid()
    serve.end_input()
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
    serve.main(requests, replies, walls, perform)


def end(pid: int) -> tuple[int, float]:
    """Kill the process and its group; its exit code and CPU seconds."""
    for kill in (os.killpg, os.kill):
        with suppress(ProcessLookupError, PermissionError):
            kill(pid, signal.SIGKILL)
    _, status, usage = os.wait4(pid, 0)
    return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime
