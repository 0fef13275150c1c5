"""The files that a submission may open: Landlock, by landlockpy."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable

try:
    from landlockpy import AccessFS, RestrictFlag, Ruleset, Scope, abi_version

    INSTALLED = True
except ImportError:
    INSTALLED = False

LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib")
FILES = ("/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo", "/dev/urandom")
NOTHING = "/dev/null"


def version() -> int:
    """The ABI version of the kernel's Landlock; 0 where there is none."""
    if not INSTALLED:
        return 0
    try:
        return abi_version()
    except OSError:  # a container's own filter may refuse the question
        return 0


def restrict(readable: str, writable: str) -> None:
    """Close all files but these folders, the interpreter's libraries and /dev/null.

    Signals to, and abstract sockets of, other processes are closed too where the
    kernel can (ABI 6), and TCP (ABI 4). Raises OSError.
    """
    if not version():
        raise OSError("this system has no Landlock")
    read = AccessFS.READ_FILE | AccessFS.READ_DIR
    everything = Scope.SIGNAL | Scope.ABSTRACT_UNIX_SOCKET
    with Ruleset(scoped=everything) as rules:
        for path in _interpreter():
            _allow(rules, path, read)
        _allow(rules, NOTHING, AccessFS.READ_FILE | AccessFS.WRITE_FILE)
        _allow(rules, readable, read)
        rules.allow_path(writable, read | _writing())
        rules.restrict(RestrictFlag.LOG_SAME_EXEC_OFF)


def _interpreter() -> Iterable[str]:
    """Where this Python finds its modules and libraries."""
    return (*LIBRARIES, os.path.join(sys.base_prefix, "lib"), *sys.path, *FILES)  # noqa: PTH118 - lean


def _writing() -> AccessFS:
    return (
        AccessFS.WRITE_FILE
        | AccessFS.TRUNCATE
        | AccessFS.MAKE_REG
        | AccessFS.MAKE_DIR
        | AccessFS.MAKE_SYM
        | AccessFS.REMOVE_FILE
        | AccessFS.REMOVE_DIR
        | AccessFS.REFER
    )


def _allow(rules: Ruleset, path: str, access: AccessFS) -> None:
    """Allow what is there; of a file only what files can have."""
    try:
        folder = stat.S_ISDIR(os.stat(path).st_mode)  # noqa: PTH116 - lean
    except OSError:
        return
    rules.allow_path(path, access if folder else access & ~AccessFS.READ_DIR)
