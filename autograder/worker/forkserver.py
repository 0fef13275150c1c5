"""A small process that forks workers; started before any tree or answer is loaded.

It is the parent of every worker and does two things on command. SPAWN comes
with the worker's descriptors and is answered with its process id; REAP ends a
worker and all that it has started, and is answered with its exit status and
usage. A worker's id is never free for reuse before REAP, so nobody can kill the
wrong process.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
from contextlib import suppress
from dataclasses import astuple, dataclass
from pathlib import Path

from autograder.walls import confine
from autograder.walls.layers import Layers, Session
from autograder.walls.leftovers import remove, sweep
from autograder.walls.probe import probe
from autograder.worker import serve
from autograder.worker.protocol import (
    COMMAND,
    ENDED,
    FINISH,
    HELLO,
    REAP,
    SPAWN,
    SPAWNED,
)

DESCRIPTORS = 3  # requests, replies, output


def main(setting: str) -> None:
    """Serve on an inherited socket until the grader is gone, or wants another.

    `setting` is JSON: the socket, the session, and the layers to leave out.
    """
    given = json.loads(setting)
    session = Session(**given["session"])
    with socket.socket(fileno=given["control"]) as control:
        serve.rehearse()
        layers = probe(session.user).without(frozenset(given["without"]))
        if layers.privileges:
            confine.close_server()
        user = session.user if layers.user else None
        server = Server(control, layers, confine.Walls(layers, session), user)
        gc.collect()
        gc.freeze()  # shared pages stay shared after a fork
        replaced = server.serve()
    if not replaced:  # nobody comes after; and a killed grader cannot tidy up
        remove(Path(session.folder))


@dataclass(frozen=True, slots=True)
class Server:
    """The socket to the grader, the layers and walls for workers, and their user."""

    control: socket.socket
    layers: Layers
    walls: confine.Walls
    user: int | None

    def serve(self) -> bool:
        """Obey until the end; whether another server follows."""
        sweep(self.user, set())
        alive: set[int] = set()
        self._tell(HELLO.pack(*astuple(self.layers)))
        while (command := self._obey(alive)) not in (FINISH, 0):
            pass
        for pid in alive:
            end(pid)
        sweep(self.user, set())
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
            sweep(self.user, alive)
            self._tell(ENDED.pack(*ended))
        return command

    def _tell(self, answer: bytes) -> None:
        """Answer, where the grader still listens; its last command may be to come."""
        with suppress(OSError):
            self.control.sendall(answer)

    def _spawn(self, descriptors: list[int]) -> int:
        """Fork a worker that owns the descriptors; its id, or minus an errno."""
        try:
            pid = os.fork()
        except OSError as fault:
            pid = -(fault.errno or 1)
        if pid == 0:
            try:
                self.control.close()
                become_worker(self.walls, *descriptors)
            finally:
                os._exit(1)
        for descriptor in descriptors:
            os.close(descriptor)
        return pid


def become_worker(
    walls: confine.Walls, requests: int, replies: int, output: int
) -> None:
    """A session of its own, no input, output captured; then serve one job."""
    os.setsid()
    serve.rehearse()  # on a core that has nothing else to do, before it is needed
    nothing = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((nothing, 0), (output, 1), (output, 2)):
        os.dup2(source, target)
    os.close(nothing)
    os.close(output)
    serve.main(requests, replies, walls)


def end(pid: int) -> tuple[int, float]:
    """Kill the process and its group; its exit code and CPU seconds."""
    for kill in (os.killpg, os.kill):
        with suppress(ProcessLookupError, PermissionError):
            kill(pid, signal.SIGKILL)
    _, status, usage = os.wait4(pid, 0)
    return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime
