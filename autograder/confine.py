"""The walls of a worker, put up from inside before any student's code runs.

`prepare` does what needs no job, `enter` the rest, in the order in which the
system calls permit. What cannot be done is a fault of the grader, never of the
submission: it raises, and the worker reports it.
"""

from __future__ import annotations

import faulthandler
import os
import random
import signal
import sys
from typing import Any

from autograder import filerules, kernel, systemcalls
from autograder.layers import Layers

if sys.platform != "win32":
    import resource


def prepare(layers: Layers) -> None:
    """Give up what no job needs; an exception means that it is not given up."""
    if layers.privileges:
        kernel.die_with_parent(os.getppid())
        kernel.refuse_privileges()
    if layers.seccomp:
        systemcalls.restrict()


def enter(job: dict[str, Any], layers: Layers) -> None:
    """Confine this process as the job says; an exception means it is not confined."""
    parent = os.getppid()
    os.chdir(job["working_folder"])
    random.seed(0)
    sys.setrecursionlimit(job["recursion_limit"])
    if sys.platform == "win32":
        return
    _trace_on_cpu_limit()
    _join_core(job["core"])
    if layers.landlock:
        filerules.restrict(job["folder"], job["working_folder"])
    if layers.user:
        drop_user(job["user"])
    if layers.privileges:  # which a change of user undoes
        kernel.close_memory()
        kernel.die_with_parent(parent)
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

    def drop_user(user: int) -> None:
        """Become that user and the group of the same number, with no other groups."""
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)
        if os.getuid() != user or os.getgid() != user or os.getgroups():
            raise PermissionError("the worker still has the rights of root")

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
    kernel.close_memory()
    kernel.adopt_orphans()
