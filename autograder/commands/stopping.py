"""Signals that stop a grading, raised as an exception where one does no harm."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType

STOPPED_BY = {  # Windows has no SIGHUP
    "SIGINT": "by hand",
    "SIGTERM": "from outside, as at the end of the time for all (SIGTERM)",
    "SIGHUP": "when its terminal was closed (SIGHUP)",
}
ENDED_BY_SIGNAL = 128  # what shells add to a signal's number
LIMIT = 3.5  # seconds after which a signal that was only noted is raised

Handler = Callable[[int, FrameType | None], object] | int | None


class Stopped(KeyboardInterrupt):
    """A signal has stopped the grading; for pytest it is Ctrl-C, whichever it was."""

    def __init__(self, number: int) -> None:
        super().__init__(f"It was stopped {STOPPED_BY[signal.Signals(number).name]}.")
        self.exit_status = ENDED_BY_SIGNAL + number


class Stopping:
    """Takes the signals while it is open, in the main thread; a context manager.

    What opens and closes processes and folders must come to its end, or it leaves
    some behind. So a signal is only noted, and raised within `heeding` alone, and by
    `check`; a second one changes nothing but within `finishing`. Those that the caller
    ignores stay ignored.
    """

    def __init__(self) -> None:
        self._number = 0
        self._again = False
        self._heeded = False
        self._finishing = False
        self._before: dict[int, Handler] = {}

    def __enter__(self) -> Stopping:  # noqa: PYI034 - Self came with Python 3.11
        if threading.current_thread() is not threading.main_thread():
            return self
        for name in STOPPED_BY:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) != signal.SIG_IGN:
                self._before[number] = signal.signal(number, self._take)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if hasattr(signal, "SIGALRM") and signal.SIGALRM in self._before:
            signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _take(self, number: int, _frame: FrameType | None = None) -> None:
        first = not self._number
        self._number = self._number or number
        self._again |= not first
        if (first and self._heeded) or (self._finishing and not first):
            raise Stopped(number)
        if self._finishing:
            self._begin_limit()

    def _begin_limit(self) -> None:
        """Have a second signal come after the LIMIT; Windows has no alarm for that."""
        if hasattr(signal, "SIGALRM") and signal.SIGALRM not in self._before:
            before = signal.signal(signal.SIGALRM, lambda *_: self._take(self._number))
            self._before[signal.SIGALRM] = before
            signal.setitimer(signal.ITIMER_REAL, LIMIT)

    def raise_if_stopped(self) -> None:
        """Raises Stopped for a signal that was noted."""
        if self._number:
            raise Stopped(self._number)

    @property
    def noted_stop(self) -> Stopped | None:
        """What a signal that has been noted would raise."""
        return Stopped(self._number) if self._number else None

    @contextmanager
    def noting_signals(self) -> Iterator[None]:
        """A signal is only noted, for who asks `stopped`; a second one raises it.

        So does its LIMIT, as if a second one came then.
        """
        self._finishing = True
        try:
            if self._again:
                self.raise_if_stopped()
            if self._number:
                self._begin_limit()
            yield
        finally:
            self._finishing = False

    @contextmanager
    def raising_at_signals(self) -> Iterator[None]:
        """Raises Stopped at a signal, or for one that has come before.

        Where the exception was lost on its way, as in a destructor, it is raised at
        the end.
        """
        self._heeded = True
        try:
            if not self._number:
                yield
        finally:
            self._heeded = False
            if self._number:
                raise Stopped(self._number) from None
