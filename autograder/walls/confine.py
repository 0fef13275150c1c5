"""The walls of a worker, put up from inside before any student's code runs.

The order is that in which the system calls permit. What cannot be done is a fault
of the grader, never of the submission: it raises, and the worker reports it.
"""

from __future__ import annotations

import faulthandler
import json
import os
import random
import signal
import stat
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from autograder.walls import leftovers, prctl, seccomp
from autograder.walls.layers import Layers, Session, libraries

if sys.platform != "win32":
    import resource

try:
    from landlockpy import (
        AccessFS,
        AccessNet,
        RestrictFlag,
        Ruleset,
        Scope,
        abi_version,
    )

    READ_DIR = AccessFS.READ_DIR
    READ = AccessFS.READ_FILE | READ_DIR
    WRITE = (
        AccessFS.WRITE_FILE
        | AccessFS.TRUNCATE
        | AccessFS.MAKE_REG
        | AccessFS.MAKE_DIR
        | AccessFS.MAKE_SYM
        | AccessFS.REMOVE_FILE
        | AccessFS.REMOVE_DIR
        | AccessFS.REFER
    )
    OF_OTHERS = Scope.SIGNAL | Scope.ABSTRACT_UNIX_SOCKET
    INSTALLED = True
    with prctl.libraries_known_by(prctl.USUAL), suppress(OSError):
        abi_version()  # the first question loads the C library, for all that follow
except ImportError:
    INSTALLED = False

# The files that a submission may open: Landlock, by landlockpy.
FILES = ("/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo", "/dev/urandom")
NOTHING = "/dev/null"
WITH_SCOPES = 6  # the ABI version


def landlock_version() -> int:
    """The ABI version of the kernel's Landlock; 0 where there is none."""
    if not INSTALLED:
        return 0
    try:
        return abi_version()
    except OSError:  # a container's own filter may refuse the question
        return 0


class OwnScope:
    """Closes signals to, and abstract sockets of, all other processes.

    FileRules leaves open those that are under the same rules; where the kernel has no
    scopes (before ABI 6) nothing is closed. Raises OSError.
    """

    def __init__(self) -> None:
        self._rules = (
            Ruleset(
                handled_fs=AccessFS.NONE, handled_net=AccessNet.NONE, scoped=OF_OTHERS
            )
            if landlock_version() >= WITH_SCOPES
            else None
        )

    def restrict(self) -> None:
        """Put it into force for this process, for good."""
        if self._rules is not None:
            self._rules.restrict(RestrictFlag.LOG_SAME_EXEC_OFF)
            self._rules.close()


class FileRules(OwnScope):
    """Closes all files but the interpreter's libraries, /dev/null and two folders.

    What lies in `readable` may be read, what lies in `writable` also written. Signals
    to, and abstract sockets of, other processes are closed too where the kernel can
    (ABI 6), and TCP (ABI 4). Raises OSError.
    """

    def __init__(self, readable: str, writable: str) -> None:
        if not landlock_version():
            raise OSError("this system has no Landlock")
        self._rules = rules = Ruleset(scoped=OF_OTHERS)
        for path in (*libraries(), *sys.path, *FILES):
            _allow_path(rules, path, READ)
        _allow_path(rules, NOTHING, AccessFS.READ_FILE | AccessFS.WRITE_FILE)
        rules.allow_path(readable, READ)
        rules.allow_path(writable, READ | WRITE)


def _allow_path(rules: Ruleset, path: str, access: AccessFS) -> None:
    """Allow what is there; of a file only what files can have."""
    try:
        folder = stat.S_ISDIR(os.stat(path).st_mode)  # noqa: PTH116 - lean
    except OSError:
        return
    rules.allow_path(path, access if folder else access & ~READ_DIR)


Wall = OwnScope | seccomp.Filter | seccomp.OwnFilter
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
            self._of_server.append(FileRules(*folders))
            if not layers.seccomp:  # which closes the same to a worker
                self._of_worker.append(OwnScope())
        if layers.seccomp:
            self._of_server.append(seccomp.Filter())
            self._of_worker.append(seccomp.OwnFilter())

    def close_server(self) -> None:
        """Give up what neither the server needs nor any job; workers inherit that."""
        if self._layers.privileges:
            prctl.close_memory()
            prctl.adopt_orphans()  # of workers
            prctl.refuse_privileges()
            if not self._layers.user and os.geteuid() == 0:
                prctl.drop_capabilities()
        _restrict(*self._of_server)

    def prepare(self) -> None:
        """Give up what no job needs."""
        if self._layers.privileges:
            prctl.die_with_parent(os.getppid())
        if not self._layers.seccomp:  # which closes keyrings
            leftovers.leave_session()
        _restrict(*self._of_worker)

    def enter(self, job: dict[str, Any]) -> None:
        """Confine this process as the job says."""
        parent = os.getppid()
        os.chdir(self._working_folder)
        random.seed(0)
        sys.setrecursionlimit(job["recursion_limit"])
        threading.stack_size(THREAD_STACK)
        if sys.platform == "win32":
            return
        faulthandler.enable(all_threads=False)  # tells the line, even inside C
        faulthandler.register(signal.SIGXCPU, all_threads=False)
        if job["core"] is not None:  # that of the grader
            os.sched_setaffinity(0, {job["core"]})
        if self._layers.user:
            assert self._user is not None
            leftovers.drop_user(self._user)
        if self._layers.privileges:  # which a change of user undoes
            prctl.close_memory()
            prctl.die_with_parent(parent)
        for name, (soft, hard) in job["limits"].items():
            _limit(name, soft, hard)
        # After so much CPU time timeout-decorator's alarm rings before its time.
        signal.signal(signal.SIGPROF, lambda *_: signal.raise_signal(signal.SIGALRM))
        signal.setitimer(signal.ITIMER_PROF, job["cpu_seconds"])


def _limit(name: str, soft: int, hard: int) -> None:
    """Set one resource limit, or the strictest that the system grants."""
    if sys.platform == "win32":
        return
    which = getattr(resource, name)
    _, ceiling = resource.getrlimit(which)
    if ceiling != resource.RLIM_INFINITY:
        soft, hard = min(soft, ceiling), min(hard, ceiling)
    try:
        resource.setrlimit(which, (soft, hard))
    except (ValueError, OSError):
        if sys.platform == "linux":
            raise  # elsewhere some limits are only advisory


def probe(user: int | None) -> Layers:
    """The layers that could be put up; `user` is for root to become.

    Raises ChildProcessError if the child came to no end of its own.
    """
    if sys.platform == "win32":
        return Layers()
    mine, theirs = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.write(theirs, json.dumps(_try_all(user)).encode())
        finally:
            os._exit(0)
    os.close(theirs)
    with os.fdopen(mine, "rb") as pipe:
        found = pipe.read()
    os.waitpid(pid, 0)
    if not found:
        raise ChildProcessError("the probe of the sandbox was killed")
    return Layers(**json.loads(found))


def _try_all(user: int | None) -> dict[str, Any]:
    """In the order in which a worker puts them up."""
    return {
        "privileges": _work(
            prctl.refuse_privileges, prctl.close_memory, prctl.adopt_orphans
        ),
        "seccomp": _work(lambda: _restrict(seccomp.Filter(), seccomp.OwnFilter())),
        "landlock": landlock_version() if _work(_restrict_files) else 0,
        "user": user is not None and _work(lambda: leftovers.drop_user(user)),
    }


def _restrict_files() -> None:
    folder = tempfile.gettempdir()
    _restrict(FileRules(folder, folder), OwnScope())


def _restrict(*walls: Wall) -> None:
    for wall in walls:
        wall.restrict()


def _work(*steps: Callable[[], None]) -> bool:
    """Whether all can be done, one after the other."""
    try:
        for step in steps:
            step()
    except OSError:
        return False
    return True
