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
from dataclasses import astuple
from pathlib import Path
from typing import Any, NoReturn

from autograder.walls import confine, prctl
from autograder.walls.confine import probe
from autograder.walls.layers import Session
from autograder.walls.leftovers import Shared, Sweeper, remove, signal_group
from autograder.worker import protocol, serve

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
        return Server(control, parent, given, session).serve()


class Server:
    """Forks workers and looks after them, as it is told on the socket `control`."""

    def __init__(
        self,
        control: socket.socket,
        parent: int,
        given: dict[str, Any],
        session: Session,
    ) -> None:
        self.control = control
        self.perform = importlib.import_module(given["performs"]).perform
        serve.rehearse()
        self.layers = probe(session.user).without(frozenset(given["without"]))
        self.walls = confine.Walls(self.layers, session)
        self.sweeper = Sweeper(session.user if self.layers.user else None)
        self.shared = Shared()
        if self.layers.privileges:
            prctl.die_with_parent(parent)
        self.walls.close_server()
        gc.freeze()  # shared pages stay shared after a fork

    def serve(self) -> bool:
        """Obey until the end; whether another server follows."""
        self.sweeper.sweep(set())
        self.shared.note_beginning()
        alive: set[int] = set()
        self._tell(protocol.HELLO.pack(os.getpid(), *astuple(self.layers)))
        while (command := self._obey(alive)) not in (protocol.FINISH, 0):
            pass
        for pid in alive:
            end(pid)
        self.sweeper.sweep(set())
        return command == protocol.FINISH

    def _obey(self, alive: set[int]) -> int:
        """Carry out one command, and return it; 0 if there was none."""
        try:
            message, descriptors, _, _ = socket.recv_fds(
                self.control, protocol.COMMAND.size, DESCRIPTORS
            )
        except ConnectionResetError:  # the grader was killed
            return 0
        if len(message) < protocol.COMMAND.size:
            return 0
        command: int
        command, pid = protocol.COMMAND.unpack(message)
        if command == protocol.SPAWN:
            pid = self._spawn(descriptors)
            if pid > 0:
                alive.add(pid)
            self._tell(protocol.SPAWNED.pack(pid))
        elif command == protocol.REAP:
            alive.discard(pid)
            ended = end(pid)
            self.sweeper.sweep(alive)
            self._tell(protocol.ENDED.pack(*ended))
        elif command == protocol.LOOK:
            self._tell(protocol.MARKED.pack(self.shared.is_marked()))
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
    signal_group(pid, signal.SIGKILL)
    _, status, usage = os.wait4(pid, 0)
    return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime
