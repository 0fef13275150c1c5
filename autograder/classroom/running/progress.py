"""How far a grading of many has come: a bar, or now and then a line."""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Mapping, Sequence
from types import MappingProxyType, TracebackType
from typing import Any, TextIO

from autograder.classroom.running.graders import AtWork
from autograder.text import clean, few

EVERY = 10.0  # seconds between two lines, where there is no terminal
OFTEN = 1.0  # seconds between two looks at a bar
LONG = 5.0  # seconds after which a grading is named
UNIT = "submission"
NAME, NAMES, BAR_NAMES = 40, 160, 40  # characters shown
FORM = "{desc}{percentage:3.0f}%|{bar}| {n_fmt}/{total_fmt} [{elapsed}{postfix}]"
SENTENCE = 400  # characters
NOBODY: Mapping[str, str] = MappingProxyType({})


class Progress:
    """Counts what is done of so many, and names what takes long; a context manager.

    On a terminal it is a bar of tqdm, where that is installed. `called` has who is
    behind a submission, by its name; `doing` says what is done, if it is no grading.
    """

    def __init__(
        self,
        total: int,
        stream: TextIO,
        called: Mapping[str, str] = NOBODY,
        doing: str = "",
    ) -> None:
        self._doing = f"{doing}: " if doing else ""
        self._total, self._stream, self._called = total, stream, called
        self._done = self._faults = 0
        self._at_work: tuple[AtWork, ...] = ()
        self._began = self._told = time.monotonic()
        self._bar = (
            _bar(total, stream, self._doing) if total and stream.isatty() else None
        )

    def __enter__(self) -> Progress:  # noqa: PYI034 - Self came with Python 3.11
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.set_postfix_str(self._counted_faults())
            self._bar.close()

    def count(self, *, fault: bool) -> None:
        """One more is done; with a fault of the grader, or without."""
        self._done += 1
        self._faults += fault
        if self._bar is not None:
            self._bar.update()
        self._tell()

    def watch(self, at_work: Sequence[AtWork]) -> None:
        """See what is being graded now; who takes long is told though nothing ends."""
        self._at_work = tuple(at_work)
        self._tell()

    def _tell(self) -> None:
        """Say how far it is, if that was not said just before."""
        now = time.monotonic()
        if now - self._told < (EVERY if self._bar is None else OFTEN):
            return
        self._told = now
        if self._bar is not None:
            rest = (self._left(now - self._began), self._counted_faults())
            told = ", ".join(filter(None, (*rest, self._long(BAR_NAMES))))
            self._bar.set_postfix_str(told)
        elif self._total:
            self._stream.write(f"{self.line(now - self._began)}\n")
            self._stream.flush()

    def line(self, seconds: float) -> str:
        """What is done after so many seconds, what is left, and who takes long."""
        count = f"{self._done} of {self._total} {UNIT}s"
        told = f"{self._doing}{count}, {self._rate(seconds):.1f} a second"
        rest = (told, self._left(seconds), self._counted_faults())
        names = self._long(NAMES)
        return ", ".join(filter(None, rest)) + (
            f"; at work on {names}" if names else ""
        )

    def _rate(self, seconds: float) -> float:
        return self._done / max(seconds, 1e-6)

    def _left(self, seconds: float) -> str:
        """The time that is left to be expected; "" where that cannot be known.

        What takes long does not go by what others took, and neither do the last ones.
        """
        rate = self._rate(seconds)
        left = self._total - self._done
        is_known = left > len(self._at_work) and not any(
            each.aside for each in self._at_work
        )
        return f"{left / rate:.0f} s left" if rate and is_known else ""

    def _long(self, width: int) -> str:
        """Who has been at work for long, that of most seconds first."""
        long = [each for each in self._at_work if each.seconds >= LONG or each.aside]
        return few(tuple(map(self._named, long)), width) if long else ""

    def _named(self, each: AtWork) -> str:
        name = self._called.get(each.task.name, each.task.name)
        return f"{clean(name, NAME)} ({each.seconds:.0f} s)"

    def _counted_faults(self) -> str:
        if not self._faults:
            return ""
        return "1 fault" if self._faults == 1 else f"{self._faults} faults"


def tell_above(stream: TextIO, sentence: str) -> None:
    """Write a line of its own; a bar that is shown moves below it."""
    tqdm = sys.modules.get("tqdm")  # imported where there is a bar
    write = tqdm.tqdm.write if tqdm else print
    write(clean(sentence, SENTENCE), file=stream)


def _bar(total: int, stream: TextIO, doing: str) -> Any:
    """A bar; None where tqdm, of the extra `class`, is not installed."""
    try:
        tqdm = importlib.import_module("tqdm")
    except ImportError:
        return None
    how = {"unit": UNIT, "file": stream, "dynamic_ncols": True, "bar_format": FORM}
    return tqdm.tqdm(total=total, desc=doing.removesuffix(": "), **how)
