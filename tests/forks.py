"""Try things in a child that is forked for it, since most cannot be undone."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable


def inside(*steps: Callable[[], object]) -> str:
    """What the last step answers, after the others; or its error, or its signal."""
    mine, theirs = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(mine)
        try:
            answer = str([step() for step in steps][-1])
        except BaseException as error:  # noqa: BLE001 - told to the test
            answer = f"{type(error).__name__}: {error}"
        os.write(theirs, answer.encode())
        os._exit(0)
    os.close(theirs)
    with os.fdopen(mine, "rb") as pipe:
        answer = pipe.read().decode()
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        return signal.Signals(os.WTERMSIG(status)).name
    return answer
