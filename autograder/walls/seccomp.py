"""The system calls that a submission is refused: a seccomp filter, by libseccomp.

Whatever is not named here is allowed, so that Python works in every version; what
is named would start a process, reach another one, reach the network, or leave
something behind that neither Landlock nor the end of the process removes.
"""

from __future__ import annotations

import errno
import importlib
import os
from contextlib import suppress
from typing import Any

from autograder.walls import prctl


def _library() -> Any:
    """The bindings, or None without libseccomp.

    They ask a process, `ldconfig`, where that is; if it is killed, they are told
    that there is none. So they may ask again.
    """
    for _ in range(2):
        with suppress(ImportError, OSError, RuntimeError, AttributeError):
            return importlib.import_module("pyseccomp")
    return None


pyseccomp = _library()

NATIVE = 0  # the architecture of this process
CLONE_THREAD = 0x10000
WORD = 0xFFFFFFFF  # the bits that the kernel reads of an argument that is an int
FILE_OWNERS = (8, 10, 15)  # SETOWN, SETSIG, SETOWN_EX of fcntl: who gets which signal
FILE_HINTS = (1024, 1036, 1038)  # SETLEASE, SET_RW_HINT, SET_FILE_RW_HINT of fcntl
IOCTL_SOCKETS = (0x8900, 0x8B00)  # groups: owners, and addresses of the machine
IOCTL_GROUP = 0xFF00
IOCTL_ATTRIBUTES = (  # flags, projects, versions, verity and encryption of files
    *(0x40086602, 0x40046602, 0x401C5820, 0x40087602, 0x40047602),
    *(0x40806685, 0x800C6613, 0xC0506617),
)
LOCAL, KILL = 1, 9  # AF_UNIX and SIGKILL, which other systems' Pythons do not name
DATAGRAMS = (2, 3)  # types of a pair of sockets that can be sent elsewhere
ACCESS_OR_TRUNCATE = 0o1003  # of open
TRUNCATING = (0o1000, 0o1003)  # what is only read, and with neither right asked for
CACHE_FLAGS = (0x8, 0x80)  # of preadv2: RWF_NOWAIT, RWF_DONTCACHE
MEMORY_TO_DISK = (20, 21)  # MADV_COLD, MADV_PAGEOUT
FIRST_NEW, LAST_NEW = 451, 511  # calls that libseccomp may not know by name yet
NEEDED_NEW = (453, 454, 455, 456)  # shadow stacks and futexes, for the C library

REFUSED = (  # EPERM
    # processes and programs
    *("fork", "vfork", "execve", "execveat", "unshare", "setns", "chroot"),
    # other processes
    *("ptrace", "process_vm_readv", "process_vm_writev", "process_madvise"),
    *("process_mrelease", "kcmp", "pidfd_open", "pidfd_getfd", "pidfd_send_signal"),
    *("tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"),
    *("setpriority", "ioprio_set", "migrate_pages", "move_pages"),
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
    # what others do with their files
    *("inotify_init", "inotify_init1", "inotify_add_watch", "fanotify_mark"),
    # which parts of files are in memory: a test could tell a later one by that
    *("fadvise64", "fadvise64_64", "arm_fadvise64_64", "readahead", "mincore"),
    # doors into the kernel
    *("io_setup", "io_destroy", "io_submit", "io_cancel", "io_getevents"),
    *("io_pgetevents", "io_pgetevents_time64"),
    *("bpf", "perf_event_open", "userfaultfd", "open_by_handle_at", "fanotify_init"),
    *("mount", "umount2", "move_mount", "open_tree", "fsopen", "pivot_root"),
)
ABSENT = (  # ENOSYS, at which the C library falls back to a call that can be judged
    *("clone3", "openat2"),
    *("io_uring_setup", "io_uring_enter", "io_uring_register"),
)
TO_OTHERS = ("kill", "tgkill")
REFUSED_WITH = (  # call, place of the argument, bits that decide, what they may not be
    ("clone", 0, CLONE_THREAD, (0,)),
    ("fcntl", 1, WORD, (*FILE_OWNERS, *FILE_HINTS)),
    ("ioctl", 1, WORD, IOCTL_ATTRIBUTES),
    ("ioctl", 1, IOCTL_GROUP, IOCTL_SOCKETS),
    ("madvise", 2, WORD, MEMORY_TO_DISK),
    ("open", 1, ACCESS_OR_TRUNCATE, TRUNCATING),
    ("openat", 2, ACCESS_OR_TRUNCATE, TRUNCATING),
    *((call, 5, f, (f,)) for call in ("preadv2", "pwritev2") for f in CACHE_FLAGS),
    ("socketpair", 1, 0xF, DATAGRAMS),
)
REFUSED_WITHOUT = (  # call, place of the argument, what it must be
    ("prlimit64", 0, 0),  # the process itself
    ("sched_setaffinity", 0, 0),
    ("socketpair", 0, LOCAL),
)
OF_ITSELF = {  # options of prctl, with the one value that they may be set to
    prctl.SET_DEATH_SIGNAL: KILL,
    prctl.SET_DUMPABLE: 0,
}


class Filter:
    """Rules that are the same for every process, ready to be put into force.

    Raises OSError where the library refuses.
    """

    def __init__(self) -> None:
        if pyseccomp is None:
            raise OSError("there is no libseccomp")
        self._calls = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
        self._calls.set_attr(pyseccomp.Attr.CTL_NNP, 0)  # a layer of its own
        if hasattr(pyseccomp.Attr, "CTL_OPTIMIZE"):  # find a rule by halving
            self._calls.set_attr(pyseccomp.Attr.CTL_OPTIMIZE, 2)
        for name in REFUSED:
            self._add(errno.EPERM, name)
        for name in ABSENT:
            self._add(errno.ENOSYS, name)
        for number in range(FIRST_NEW, LAST_NEW + 1):
            if number not in NEEDED_NEW:
                self._add(errno.ENOSYS, number)
        self._judge_arguments()

    def restrict(self) -> None:
        """Filter the calls of this process, for good; OSError if the kernel refuses."""
        for name in TO_OTHERS:
            differs = pyseccomp.Arg(0, pyseccomp.NE, os.getpid())
            self._add(errno.EPERM, name, differs)
        self._calls.load()

    def _judge_arguments(self) -> None:
        """Refuse what is wrong with some arguments only."""
        argument, differs = pyseccomp.Arg, pyseccomp.NE
        masked = pyseccomp.MASKED_EQ
        for name, position, bits, values in REFUSED_WITH:
            for value in values:
                wrong = argument(position, masked, bits, value)
                self._add(errno.EPERM, name, wrong)
        for name, position, value in REFUSED_WITHOUT:
            self._add(errno.EPERM, name, argument(position, differs, value))
        for option, value in OF_ITSELF.items():
            of_that = argument(0, masked, WORD, option)
            self._add(errno.EPERM, "prctl", of_that, argument(1, differs, value))

    def _add(self, fault: int, call: str | int, *arguments: Any) -> None:
        """One rule; none where this machine, or its libseccomp, knows no such call."""
        number = (
            pyseccomp.resolve_syscall(NATIVE, call) if isinstance(call, str) else call
        )
        if number >= 0:
            self._calls.add_rule(pyseccomp.ERRNO(fault), number, *arguments)
