"""The files that a submission may open: Landlock, by landlockpy."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress

from autograder.walls.layers import libraries
from autograder.walls.prctl import USUAL, libraries_known_by

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
    with libraries_known_by(USUAL), suppress(OSError):
        abi_version()  # the first question loads the C library, for all that follow
except ImportError:
    INSTALLED = False

FILES = ("/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo", "/dev/urandom")
NOTHING = "/dev/null"
WITH_SCOPES = 6  # the ABI version


def version() -> int:
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
            if version() >= WITH_SCOPES
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
        if not version():
            raise OSError("this system has no Landlock")
        self._rules = rules = Ruleset(scoped=OF_OTHERS)
        for path in (*libraries(), *sys.path, *FILES):
            _allow(rules, path, READ)
        _allow(rules, NOTHING, AccessFS.READ_FILE | AccessFS.WRITE_FILE)
        rules.allow_path(readable, READ)
        rules.allow_path(writable, READ | WRITE)


def _allow(rules: Ruleset, path: str, access: AccessFS) -> None:
    """Allow what is there; of a file only what files can have."""
    try:
        folder = stat.S_ISDIR(os.stat(path).st_mode)  # noqa: PTH116 - lean
    except OSError:
        return
    rules.allow_path(path, access if folder else access & ~READ_DIR)
