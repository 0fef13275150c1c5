"""The system calls that a submission is refused: a seccomp filter, by libseccomp.

Whatever is not named here is allowed, so that Python works in every version; what
is named would start a process, reach another one, reach the network, or leave
something behind that neither Landlock nor the end of the process removes.
"""

from __future__ import annotations

import errno
import os

try:
    import pyseccomp
except (ImportError, OSError, RuntimeError, AttributeError):  # no libseccomp
    pyseccomp = None

NATIVE = 0  # the architecture of this process
CLONE_THREAD = 0x10000
SET_OWNER, SET_SIGNAL, SET_OWNER_EX = 8, 10, 15  # of fcntl: who gets which signal
IOCTL_OWNERS = (0x8901, 0x8902)  # the same by ioctl
ACCESS_OR_TRUNCATE, TRUNCATE = 0o1003, 0o1000  # of open: truncating what is only read
FIRST_NEW, LAST_NEW = 452, 511  # calls that libseccomp may not know by name yet
NEEDED_NEW = (453, 454, 455, 456)  # shadow stacks and futexes, for the C library

REFUSED = (  # EPERM
    # processes and programs
    *("fork", "vfork", "execve", "execveat", "unshare", "setns", "chroot"),
    # other processes
    *("ptrace", "process_vm_readv", "process_vm_writev", "process_madvise"),
    *("process_mrelease", "kcmp", "pidfd_open", "pidfd_getfd", "pidfd_send_signal"),
    *("tkill", "setpriority", "ioprio_set", "migrate_pages", "move_pages"),
    *("sched_setscheduler", "sched_setattr", "sched_setparam"),
    # networks, and sockets of other programs
    *("socket", "socketcall"),
    # what outlives the process
    *("shmget", "msgget", "semget", "ipc", "mq_open", "mq_unlink"),
    *("add_key", "request_key", "keyctl"),
    # attributes of files, which Landlock does not cover
    *("chmod", "fchmod", "fchmodat", "chown", "fchown", "fchownat", "lchown"),
    *("utime", "utimes", "futimesat", "utimensat", "truncate"),
    *("setxattr", "lsetxattr", "fsetxattr"),
    *("removexattr", "lremovexattr", "fremovexattr"),
    # doors into the kernel
    *("bpf", "perf_event_open", "userfaultfd", "open_by_handle_at", "fanotify_init"),
    *("mount", "umount2", "move_mount", "open_tree", "fsopen", "pivot_root"),
)
ABSENT = (  # ENOSYS, at which the C library falls back to a call that can be judged
    *("clone3", "openat2"),
    *("io_uring_setup", "io_uring_enter", "io_uring_register"),
)
TO_OTHERS = ("kill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo")
OF_OTHERS = ("prlimit64", "sched_setaffinity")  # 0 is the process itself


def available() -> bool:
    """Whether there is a library to make filters with; the kernel may still refuse."""
    return pyseccomp is not None


def restrict() -> None:
    """Filter the calls of this process and its threads, for good; OSError if not."""
    calls = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
    calls.set_attr(pyseccomp.Attr.CTL_NNP, 0)  # that bit is a layer of its own
    _search_quickly(calls)
    for name in REFUSED:
        _add(calls, errno.EPERM, name)
    for name in ABSENT:
        _add(calls, errno.ENOSYS, name)
    for number in range(FIRST_NEW, LAST_NEW + 1):
        if number not in NEEDED_NEW:
            _add(calls, errno.ENOSYS, number)
    _judge_arguments(calls)
    calls.load()


def _judge_arguments(calls: pyseccomp.SyscallFilter) -> None:
    """Refuse what is wrong with some arguments only."""
    argument, equal, differs = pyseccomp.Arg, pyseccomp.EQ, pyseccomp.NE
    masked = pyseccomp.MASKED_EQ
    _add(calls, errno.EPERM, "clone", argument(0, masked, CLONE_THREAD, 0))
    for name in TO_OTHERS:
        _add(calls, errno.EPERM, name, argument(0, differs, os.getpid()))
    for name in OF_OTHERS:
        _add(calls, errno.EPERM, name, argument(0, differs, 0))
    for command in (SET_OWNER, SET_SIGNAL, SET_OWNER_EX):
        _add(calls, errno.EPERM, "fcntl", argument(1, equal, command))
    for request in IOCTL_OWNERS:
        _add(calls, errno.EPERM, "ioctl", argument(1, equal, request))
    for name, position in (("open", 1), ("openat", 2)):
        truncating = argument(position, masked, ACCESS_OR_TRUNCATE, TRUNCATE)
        _add(calls, errno.EPERM, name, truncating)


def _add(
    calls: pyseccomp.SyscallFilter,
    fault: int,
    call: str | int,
    *arguments: pyseccomp.Arg,
) -> None:
    """One rule; nothing where this machine, or its libseccomp, knows no such call."""
    number = pyseccomp.resolve_syscall(NATIVE, call) if isinstance(call, str) else call
    if number >= 0:
        calls.add_rule(pyseccomp.ERRNO(fault), number, *arguments)


def _search_quickly(calls: pyseccomp.SyscallFilter) -> None:
    """Find a rule by halving, where libseccomp (2.5) can."""
    if hasattr(pyseccomp.Attr, "CTL_OPTIMIZE"):
        calls.set_attr(pyseccomp.Attr.CTL_OPTIMIZE, 2)
