"""The walls of a worker, put up from inside before any student's code runs.

Each wall is one function; `enter` raises them in the order in which the system
calls permit. What this module cannot do is a fault of the grader, never of the
submission: it raises, and the worker reports it.
"""

from __future__ import annotations

import faulthandler
import os
import random
import signal
import sys
from typing import Any

if sys.platform != "win32":
    import resource


def enter(job: dict[str, Any]) -> None:
    """Confine this process as the job says; an exception means it is not confined."""
    os.chdir(job["working_folder"])
    random.seed(0)
    sys.setrecursionlimit(job["recursion_limit"])
    if sys.platform == "win32":
        return
    _trace_on_cpu_limit()
    _join_core(job["core"])
    _drop_user(job["user"])
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

    def _drop_user(user: list[int] | None) -> None:
        """Become the unprivileged (uid, gid), with no supplementary groups."""
        if user is None:
            return
        uid, gid = user
        os.setgroups([])
        os.setgid(gid)
        os.setuid(uid)
        if os.getuid() != uid or os.getgid() != gid or os.getgroups():
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
