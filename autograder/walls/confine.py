"""The walls of a worker, put up from inside before any student's code runs.

The order is that in which the system calls permit. What cannot be done is a fault
of the grader, never of the submission: it raises, and the worker reports it.
"""

from __future__ import annotations

import faulthandler
import os
import random
import signal
import sys
import threading
from typing import Any, Protocol

from autograder.walls import landlock, leftovers, prctl, seccomp
from autograder.walls.layers import Layers, Session

if sys.platform != "win32":
    import resource

    from autograder.walls.user import drop_user


class Wall(Protocol):
    """One that is ready to be put up."""

    def restrict(self) -> None:
        """Put it up around this process, for good."""


THREAD_STACK = 8 << 20  # bytes; else each has as much as the main one, of the memory


class Walls:
    """The walls, one layer after another; an exception means that one is not up.

    Made in the fork server, which puts up what stands around all its workers too;
    `prepare` and `enter` are called in a worker.
    """

    def __init__(self, layers: Layers, session: Session) -> None:
        self._layers = layers
        self._user = session.user
        self._working_folder = session.working_folder
        self._of_server: list[Wall] = []
        self._of_worker: list[Wall] = []
        if layers.landlock:
            folders = session.folder, session.working_folder
            self._of_server.append(landlock.FileRules(*folders))
            if not layers.seccomp:  # which closes the same to a worker
                self._of_worker.append(landlock.OwnScope())
        if layers.seccomp:
            self._of_server.append(seccomp.Filter())
            self._of_worker.append(seccomp.OwnFilter())

    def close_server(self) -> None:
        """Give up what neither the server needs nor any job; workers inherit that."""
        if self._layers.privileges:
            close_server()
            prctl.refuse_privileges()
            if not self._layers.user and os.geteuid() == 0:
                prctl.drop_capabilities()
        for wall in self._of_server:
            wall.restrict()

    def prepare(self) -> None:
        """Give up what no job needs."""
        if self._layers.privileges:
            prctl.die_with_parent(os.getppid())
        if not self._layers.seccomp:  # which closes keyrings
            leftovers.leave_session()
        for wall in self._of_worker:
            wall.restrict()

    def enter(self, job: dict[str, Any]) -> None:
        """Confine this process as the job says."""
        parent = os.getppid()
        os.chdir(self._working_folder)
        random.seed(0)
        sys.setrecursionlimit(job["recursion_limit"])
        threading.stack_size(THREAD_STACK)
        if sys.platform == "win32":
            return
        _trace_on_cpu_limit()
        _join_core(job["core"])
        if self._layers.user:
            assert self._user is not None
            drop_user(self._user)
        if self._layers.privileges:  # which a change of user undoes
            prctl.close_memory()
            prctl.die_with_parent(parent)
        for name, (soft, hard) in job["limits"].items():
            _limit(getattr(resource, name), soft, hard)
        _stop_after(job["cpu_seconds"])


if sys.platform != "win32":

    def _trace_on_cpu_limit() -> None:
        """SIGXCPU, and a crash, write the line that is running, even inside C."""
        faulthandler.enable(all_threads=False)
        faulthandler.register(signal.SIGXCPU, all_threads=False)

    def _join_core(core: int | None) -> None:
        """Run where the grader runs."""
        if core is not None:
            os.sched_setaffinity(0, {core})

    def _limit(which: int, soft: int, hard: int) -> None:
        """Set one resource limit, or the strictest that the system grants."""
        _, ceiling = resource.getrlimit(which)
        if ceiling != resource.RLIM_INFINITY:
            soft, hard = min(soft, ceiling), min(hard, ceiling)
        try:
            resource.setrlimit(which, (soft, hard))
        except (ValueError, OSError):
            if sys.platform == "linux":
                raise  # elsewhere some limits are only advisory

    def _stop_after(cpu_seconds: float) -> None:
        """After so much CPU time, ring timeout-decorator's alarm before its time."""
        signal.signal(signal.SIGPROF, lambda *_: signal.raise_signal(signal.SIGALRM))
        signal.setitimer(signal.ITIMER_PROF, cpu_seconds)


def close_server() -> None:
    """What the fork server gives up for itself; orphans of workers come to it."""
    prctl.close_memory()
    prctl.adopt_orphans()
