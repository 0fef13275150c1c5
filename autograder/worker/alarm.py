"""An alarm for systems that have none: it rings after CPU seconds, by a thread.

What it raises comes up in the student's frame, so that the line is known, as soon as
the interpreter gets to its next step; what sits in C is left to the grader's own clock.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

PAUSE = 0.02  # seconds between two looks at the clock

Result = TypeVar("Result")


def after(
    seconds: float, exception: type[BaseException]
) -> Callable[[Callable[..., Result]], Callable[..., Result]]:
    """A decorator: once a call has taken so much CPU time, it raises the exception."""

    def limited(function: Callable[..., Result]) -> Callable[..., Result]:
        @wraps(function)
        def calling(*arguments: object) -> Result:
            done = threading.Event()
            end = time.process_time() + seconds
            asked = (done, end, threading.get_ident(), exception)
            threading.Thread(target=_watch, args=asked, daemon=True).start()
            try:
                return function(*arguments)
            finally:
                done.set()

        return calling

    return limited


def _watch(
    done: threading.Event, end: float, thread: int, exception: type[BaseException]
) -> None:
    """Raise it in the thread at the end, unless that is done before."""
    while not done.wait(PAUSE):
        if time.process_time() >= end:
            ring = ctypes.pythonapi.PyThreadState_SetAsyncExc
            ring(ctypes.c_ulong(thread), ctypes.py_object(exception))
            return
