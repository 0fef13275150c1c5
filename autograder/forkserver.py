"""A small process that forks workers; started before any tree or answer is loaded.

It is the parent of every worker and does two things on command. SPAWN comes
with the worker's descriptors and is answered with its process id; REAP ends a
worker's whole process group and is answered with its exit status and usage. A
worker's id is never free for reuse before REAP, so nobody can kill the wrong
process.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
from contextlib import suppress

from autograder import worker
from autograder.protocol import COMMAND, ENDED, HELLO, REAP, SPAWN, SPAWNED

DESCRIPTORS = 3  # requests, replies, output


def main(descriptor: int) -> None:
    """Serve on an inherited socket until it is closed."""
    with socket.socket(fileno=descriptor) as control:
        serve(control)


def serve(control: socket.socket) -> None:
    """Obey commands until the grader closes the socket; then end what is left."""
    worker.rehearse()
    gc.collect()
    gc.freeze()  # shared pages stay shared after a fork
    control.sendall(HELLO)
    alive: set[int] = set()
    with suppress(OSError):  # a grader that was killed resets the connection
        while obey(control, alive):
            pass
    for pid in alive:
        reap(pid)


def obey(control: socket.socket, alive: set[int]) -> bool:
    """Carry out one command; whether there was one."""
    message, descriptors, _, _ = socket.recv_fds(control, COMMAND.size, DESCRIPTORS)
    if len(message) < COMMAND.size:
        return False
    command, pid = COMMAND.unpack(message)
    if command == SPAWN:
        pid = spawn(control, descriptors)
        if pid > 0:
            alive.add(pid)
        control.sendall(SPAWNED.pack(pid))
    elif command == REAP:
        alive.discard(pid)
        control.sendall(ENDED.pack(*reap(pid)))
    return True


def spawn(control: socket.socket, descriptors: list[int]) -> int:
    """Fork a worker that owns the descriptors; its process id, or minus an errno."""
    try:
        pid = os.fork()
    except OSError as fault:
        pid = -(fault.errno or 1)
    if pid == 0:
        try:
            control.close()
            become_worker(*descriptors)
        finally:
            os._exit(1)
    for descriptor in descriptors:
        os.close(descriptor)
    return pid


def become_worker(requests: int, replies: int, output: int) -> None:
    """A session of its own, no input, output captured; then serve one job."""
    os.setsid()
    worker.rehearse()  # on a core that has nothing else to do, before it is needed
    nothing = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((nothing, 0), (output, 1), (output, 2)):
        os.dup2(source, target)
    os.close(nothing)
    os.close(output)
    worker.main(requests, replies)


def reap(pid: int) -> tuple[int, float]:
    """Kill the process and its group; its exit code and CPU seconds."""
    for kill in (os.killpg, os.kill):
        with suppress(ProcessLookupError, PermissionError):
            kill(pid, signal.SIGKILL)
    _, status, usage = os.wait4(pid, 0)
    return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime
