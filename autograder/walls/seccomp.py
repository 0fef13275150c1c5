"""The system calls that a submission is refused: seccomp filters, by libseccomp.

Whatever is not named here is allowed, so that Python works in every version; what
is named would start a process, reach another one, reach the network, or leave
something behind that neither Landlock nor the end of the process removes.
"""

from __future__ import annotations

import ctypes
import errno
import importlib
import os
import struct
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from autograder.walls import prctl
from autograder.walls.prctl import USUAL, libraries_known_by


def _library() -> Any:
    """The bindings, or None without libseccomp.

    They ask processes, `ldconfig` and others, where that is; if one is killed, they are
    told that there is none. So they may ask again; but first they are told its usual
    name, by which the loader finds it at once.
    """
    for names in (USUAL, {}, {}):
        with (
            suppress(ImportError, OSError, RuntimeError, AttributeError),
            libraries_known_by(names),
        ):
            return importlib.import_module("pyseccomp")
    return None


pyseccomp = _library()

NATIVE = 0  # the architecture of this process
CLONE_THREAD = 0x10000
WORD = 0xFFFFFFFF  # the bits that the kernel reads of an argument that is an int
WORD_BITS = 32
COPIES_AND_FLAGS = (0, 1, 2, 3, 1030)  # DUPFD, GETFD, SETFD, GETFL, DUPFD_CLOEXEC
TERMINAL = (0x5401, 0x5413, 0x802C542A)  # TCGETS, TIOCGWINSZ, TCGETS2: is it one?
OWN_STREAM = (0x541B, 0x5421, 0x5450, 0x5451)  # FIONREAD, FIONBIO, FIONCLEX, FIOCLEX
LOCAL, KILL = 1, 9  # AF_UNIX and SIGKILL, which other systems' Pythons do not name
DATAGRAMS = (2, 3)  # types of a pair of sockets that can be sent elsewhere
ACCESS_OR_TRUNCATE = 0o1003  # of open
TRUNCATING = (0o1000, 0o1003)  # what is only read, and with neither right asked for
CACHE_FLAGS = (0x8, 0x80)  # of preadv2: RWF_NOWAIT, RWF_DONTCACHE
MEMORY_TO_DISK = (20, 21)  # MADV_COLD, MADV_PAGEOUT
FUTEX_OF_ALL = 0xFF  # the operation, with the bit by which it is the process's own
WAKING = (1, 3, 4, 5, 10, 12)  # each tells how many wait, if at a page of a library
CLOCKS = (
    *("clock_gettime", "clock_gettime64", "clock_getres", "clock_getres_time64"),
    *("clock_nanosleep", "clock_nanosleep_time64", "timer_create"),
)
OF_A_PROCESS = 1 << 31  # of a clock's number: it counts the CPU time of any process
FIRST_NEW, LAST_NEW = 451, 511  # calls that libseccomp may not know by name yet
NEEDED_NEW = (453,)  # shadow stacks, for the C library

REFUSED = (  # EPERM
    # programs, and other roots
    *("execve", "execveat", "unshare", "setns", "chroot"),
    # other processes
    *("ptrace", "process_vm_readv", "process_vm_writev", "process_madvise"),
    *("process_mrelease", "kcmp", "pidfd_open", "pidfd_getfd", "pidfd_send_signal"),
    *("tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"),
    *("setpriority", "ioprio_set", "migrate_pages", "move_pages", "capget"),
    *("sched_setscheduler", "sched_setattr", "sched_setparam"),
    # networks, and sockets of other programs
    *("socket", "socketcall", "bind", "connect", "listen", "accept", "accept4"),
    # what outlives the process
    *("shmget", "msgget", "semget", "ipc", "mq_open", "mq_unlink"),
    *("shmat", "shmctl", "msgsnd", "msgrcv", "msgctl", "semop", "semtimedop", "semctl"),
    *("add_key", "request_key", "keyctl"),
    # attributes of files, which Landlock does not cover
    *("chmod", "fchmod", "fchmodat", "chown", "fchown", "fchownat", "lchown"),
    *("utime", "utimes", "futimesat", "utimensat", "truncate"),
    *("setxattr", "lsetxattr", "fsetxattr"),
    *("removexattr", "lremovexattr", "fremovexattr"),
    # what others do with their files, and what could be left on a shared one
    *("inotify_init", "inotify_init1", "inotify_add_watch", "fanotify_mark"),
    "flock",
    # which parts of files are in memory: a test could tell a later one by that
    *("fadvise64", "fadvise64_64", "arm_fadvise64_64", "readahead", "mincore"),
    # doors into the kernel, and its log, in which each crash is told
    *("syslog", "io_setup", "io_destroy", "io_submit", "io_cancel", "io_getevents"),
    *("io_pgetevents", "io_pgetevents_time64"),
    *("bpf", "perf_event_open", "userfaultfd", "open_by_handle_at", "fanotify_init"),
    *("mount", "umount2", "move_mount", "open_tree", "fsopen", "pivot_root"),
)
ABSENT = (  # ENOSYS, at which the C library falls back to a call that can be judged
    *("clone3", "openat2"),
    *("io_uring_setup", "io_uring_enter", "io_uring_register"),
)
STARTING = ("fork", "vfork")
TO_OTHERS = ("kill", "tgkill")
NOBODY = 0x7B7B7B7B  # no process has this id
STEP = struct.Struct("=HBBI")  # of a filter: code, two jumps, operand
OPERAND, NUMBER = 4, struct.Struct("=I")  # where it stands in a step, and its form
REFUSED_WITH = (  # call, place of the argument, bits that decide, what they may not be
    *((call, 1, FUTEX_OF_ALL, WAKING) for call in ("futex", "futex_time64")),
    *((call, 0, OF_A_PROCESS, (OF_A_PROCESS,)) for call in CLOCKS),
    ("madvise", 2, WORD, MEMORY_TO_DISK),
    ("open", 1, ACCESS_OR_TRUNCATE, TRUNCATING),
    ("openat", 2, ACCESS_OR_TRUNCATE, TRUNCATING),
    *((call, 5, f, (f,)) for call in ("preadv2", "pwritev2") for f in CACHE_FLAGS),
    ("socketpair", 1, 0xF, DATAGRAMS),
)
OF_PROCESSES = (  # calls that tell of any process, if only whether there is one
    *("prlimit64", "sched_setaffinity", "sched_getaffinity", "sched_getscheduler"),
    *("sched_getparam", "sched_getattr", "sched_rr_get_interval", "get_robust_list"),
    *("setpgid", "getpgid", "getsid"),
)
REFUSED_WITHOUT = (  # call, place of the argument, what it must be
    *((call, 0, 0) for call in OF_PROCESSES),
    ("ioprio_get", 1, 0),
    ("socketpair", 0, LOCAL),
)
ALLOWED_ALONE = (  # call, place of the argument, all that it may be
    ("fcntl", 1, COPIES_AND_FLAGS),  # no lock, lease, owner, notice, flag of a file
    ("fcntl64", 1, COPIES_AND_FLAGS),
    ("ioctl", 1, (*TERMINAL, *OWN_STREAM)),
)
OF_ITSELF = {  # options of prctl, with the one value that they may be set to
    prctl.SET_DEATH_SIGNAL: KILL,
    prctl.SET_DUMPABLE: 0,
}


class Filter:
    """What is refused to workers and the server that forks them, ready to be in force.

    The server may start processes and signal others, no more. Raises OSError where
    the library refuses.
    """

    def __init__(self) -> None:
        self._rules = Rules()
        self._rules.refuse(errno.EPERM, *REFUSED)
        self._rules.refuse(errno.ENOSYS, *ABSENT)
        new = set(range(FIRST_NEW, LAST_NEW + 1)) - set(NEEDED_NEW)
        self._rules.refuse(errno.ENOSYS, *sorted(new))
        for wrong in REFUSED_WITH:
            self._rules.refuse_with(wrong)
        for name, position, value in REFUSED_WITHOUT:
            self._rules.refuse_without(name, position, value)
        for name, position, allowed in ALLOWED_ALONE:
            for bits, value in masks_of_other_values(frozenset(allowed)):
                self._rules.refuse_with((name, position, bits, (value,)))
        for option, value in OF_ITSELF.items():
            self._rules.refuse_another("prctl", option, value)

    def restrict(self) -> None:
        """Filter the calls of this process, for good; OSError if the kernel refuses."""
        self._rules.calls.load()


class OwnFilter:
    """What is refused to workers alone: to start, signal or look for a process.

    It is worked out once, with NOBODY in place of the worker's id. Raises OSError
    where the library refuses.
    """

    def __init__(self) -> None:
        rules = Rules()
        rules.refuse(errno.EPERM, *STARTING)
        rules.refuse_with(("clone", 0, CLONE_THREAD, (0,)))
        rules.refuse_without("getpriority", 1, 0)
        for name in TO_OTHERS:
            rules.refuse_without(name, 0, NOBODY)
        self._program = bytearray(rules.as_bytes())
        steps = enumerate(STEP.iter_unpack(self._program))
        self._places = [
            place * STEP.size + OPERAND for place, step in steps if step[-1] == NOBODY
        ]
        if not self._places:
            raise OSError("libseccomp writes filters in a form that is not known")
        self._steps = (ctypes.c_char * len(self._program)).from_buffer(self._program)
        address = ctypes.addressof(self._steps)
        self._whole = prctl.Program(len(self._program) // STEP.size, address)

    def restrict(self) -> None:
        """Filter the calls of this process, for good; OSError if the kernel refuses."""
        for place in self._places:
            NUMBER.pack_into(self._program, place, os.getpid())
        prctl.filter_calls(self._whole)


class Rules:
    """A filter in the making, by libseccomp; `calls` is its own."""

    def __init__(self) -> None:
        if pyseccomp is None:
            raise OSError("there is no libseccomp")
        self.calls = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
        self.calls.set_attr(pyseccomp.Attr.CTL_NNP, 0)  # a layer of its own
        if hasattr(pyseccomp.Attr, "CTL_OPTIMIZE"):  # find a rule by halving
            self.calls.set_attr(pyseccomp.Attr.CTL_OPTIMIZE, 2)

    def as_bytes(self) -> bytes:
        """The filter as the kernel takes it."""
        with os.fdopen(os.memfd_create("filter"), "w+b") as file:
            self.calls.export_bpf(file)
            file.seek(0)
            return file.read()

    def refuse(self, fault: int, *calls: str | int) -> None:
        """Refuse calls, whatever their arguments."""
        for call in calls:
            self._add(fault, call)

    def refuse_with(self, wrong: tuple[str, int, int, tuple[int, ...]]) -> None:
        """Refuse a call where the bits of an argument have one of the values."""
        name, position, bits, values = wrong
        for value in values:
            found = pyseccomp.Arg(position, pyseccomp.MASKED_EQ, bits, value)
            self._add(errno.EPERM, name, found)

    def refuse_without(self, name: str, position: int, value: int) -> None:
        """Refuse a call where an argument is not the value."""
        differs = pyseccomp.Arg(position, pyseccomp.NE, value)
        self._add(errno.EPERM, name, differs)

    def refuse_another(self, name: str, option: int, value: int) -> None:
        """Refuse a call that sets an option to anything but the value."""
        of_that = pyseccomp.Arg(0, pyseccomp.MASKED_EQ, WORD, option)
        differs = pyseccomp.Arg(1, pyseccomp.NE, value)
        self._add(errno.EPERM, name, of_that, differs)

    def _add(self, fault: int, call: str | int, *arguments: Any) -> None:
        """One rule; none where this machine, or its libseccomp, knows no such call."""
        number = (
            pyseccomp.resolve_syscall(NATIVE, call) if isinstance(call, str) else call
        )
        if number >= 0:
            self.calls.add_rule(pyseccomp.ERRNO(fault), number, *arguments)


def masks_of_other_values(
    values: frozenset[int], prefix: int = 0, bits: int = WORD_BITS
) -> Iterator[tuple[int, int]]:
    """All numbers of 32 bits but these: (mask, value) of each prefix without any.

    A filter can compare a number with one other, and not with several.
    """
    if not values:
        yield WORD ^ ((1 << bits) - 1), prefix
    elif bits:
        half = 1 << (bits - 1)
        upper = frozenset(value for value in values if value & half)
        yield from masks_of_other_values(values - upper, prefix, bits - 1)
        yield from masks_of_other_values(upper, prefix | half, bits - 1)
