"""How far a grading of many has come: a bar, or now and then a line."""

from __future__ import annotations

import importlib
import time
from types import TracebackType
from typing import Any, TextIO

EVERY = 10.0  # seconds between two lines, where there is no terminal
UNIT = "submission"


class Progress:
    """Counts what is done of so many; a context manager.

    On a terminal it is a bar of tqdm, where that is installed.
    """

    def __init__(self, total: int, stream: TextIO) -> None:
        self._total, self._stream = total, stream
        self._done = self._faults = 0
        self._began = self._told = time.monotonic()
        self._bar = _bar(total, stream) if total and stream.isatty() else None

    def __enter__(self) -> Progress:  # noqa: PYI034 - Self came with Python 3.11
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.close()

    def count(self, *, fault: bool) -> None:
        """One more is done; with a fault of the grader, or without."""
        self._done += 1
        self._faults += fault
        if self._bar is not None:
            self._bar.set_postfix_str(self._counted_faults(), refresh=False)
            self._bar.update()
        elif time.monotonic() - self._told >= EVERY:
            self._told = time.monotonic()
            self._stream.write(f"{self.line(self._told - self._began)}\n")
            self._stream.flush()

    def line(self, seconds: float) -> str:
        """What is done after so many seconds, and what is left to be expected."""
        rate = self._done / max(seconds, 1e-6)
        left = (self._total - self._done) / rate if rate else 0.0
        told = f"{self._done} of {self._total} {UNIT}s, {rate:.1f} a second"
        return ", ".join(
            filter(None, (told, f"{left:.0f} s left", self._counted_faults()))
        )

    def _counted_faults(self) -> str:
        if not self._faults:
            return ""
        return "1 fault" if self._faults == 1 else f"{self._faults} faults"


def _bar(total: int, stream: TextIO) -> Any:
    """A bar; None where tqdm, of the extra `class`, is not installed."""
    try:
        tqdm = importlib.import_module("tqdm")
    except ImportError:
        return None
    return tqdm.tqdm(total=total, unit=UNIT, file=stream, dynamic_ncols=True)
