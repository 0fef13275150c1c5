"""Takes away what Python has on Unix alone, and then runs a script: as if on Windows.

    python unix_missing.py SCRIPT ARGUMENT...

The names are those that the documentation calls Unix only, without what the standard
library needs for itself. Paths and processes stay those of the machine, and so does
what it tells of a process that has ended.
"""

from __future__ import annotations

import asyncio  # noqa: F401 - what follows it would miss in its own imports
import concurrent.futures.process  # noqa: F401 - likewise
import os
import pty  # noqa: F401 - likewise
import runpy
import select
import shutil  # noqa: F401 - likewise
import signal
import socket
import socketserver  # noqa: F401 - likewise
import subprocess  # noqa: F401 - likewise
import sys
import tempfile  # noqa: F401 - likewise
import threading  # noqa: F401 - likewise
import time

MODULES = ("fcntl", "grp", "pwd", "syslog", "termios", "tty", "pty")
NAMES = {
    os: """
        O_ASYNC O_CLOEXEC O_DIRECTORY O_DSYNC O_NDELAY O_NOATIME O_NOCTTY O_NOFOLLOW
        O_NONBLOCK O_PATH O_RSYNC O_SYNC PRIO_PROCESS PRIO_USER
        chown chroot fchdir fchmod fchown fork forkpty getegid geteuid getgid getgroups
        getloadavg getpgid getpgrp getpriority getresuid getsid getuid initgroups killpg
        lchown major makedev memfd_create mkfifo mknod nice openpty pidfd_open pipe2
        posix_fadvise posix_fallocate posix_spawn pread preadv pwrite pwritev
        register_at_fork sched_getaffinity sched_setaffinity sendfile setegid
        seteuid setgid setgroups setpgid setpriority setresuid setsid setuid statvfs
        sync sysconf tcgetpgrp ttyname uname wait3 waitid writev readv getxattr setxattr
    """,
    signal: """
        ITIMER_PROF ITIMER_REAL ITIMER_VIRTUAL SIGALRM SIGBUS SIGCHLD SIGCONT SIGHUP
        SIGPIPE SIGPROF SIGQUIT SIGSTOP SIGSYS SIGTSTP SIGTTIN SIGTTOU SIGURG
        SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH SIGXCPU SIGXFSZ alarm getitimer pause
        pthread_kill pthread_sigmask setitimer siginterrupt sigpending sigtimedwait
        sigwait sigwaitinfo
    """,
    select: "poll epoll EPOLLIN",
    socket: "AF_UNIX AF_NETLINK AF_PACKET AF_VSOCK send_fds recv_fds",
    time: "tzset clock_settime pthread_getcpuclockid",
}


def take_away() -> None:
    """From now on these names are missing."""
    for module in MODULES:
        sys.modules[module] = None  # type: ignore[assignment]
    for holder, names in NAMES.items():
        for name in names.split():
            if hasattr(holder, name):
                delattr(holder, name)
    sys.platform = "win32"


if __name__ == "__main__":
    del sys.argv[0]
    take_away()
    runpy.run_path(sys.argv[0], run_name="__main__")
