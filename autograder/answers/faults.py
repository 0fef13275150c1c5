"""What is wrong with a module of the reference, and in which of its lines."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from autograder.errors import AutograderError, UntoldError
from autograder.project import PROJECT, load_module
from autograder.text import clean, path_shown
from autograder.trees.rules import failure, last_line
from autograder.trees.visitrecord import Overrun

Made = TypeVar("Made")


class TookTooLong(Exception):  # noqa: N818 - a finding, which its module is blamed for
    """A call took longer than it may; the text says how long that is."""

    def __init__(self, seconds: float) -> None:
        super().__init__(
            f"it takes more than {seconds:g} s, and no submission has more"
        )


class _Rung(BaseException):
    """The alarm, which no `except Exception` of the called code holds back."""


def result_in_time(seconds: float, call: Callable[[], Made]) -> Made:
    """What a call of trusted code returns.

    Raises TookTooLong, with the line that was run last, where it takes more seconds, if
    there is an alarm: in the main thread, not on every system.
    """
    has_alarm = hasattr(signal, "SIGALRM")
    if not has_alarm or threading.current_thread() is not threading.main_thread():
        return call()
    import timeout_decorator  # noqa: PLC0415 - few gradings hold trusted code to a time

    ended: Callable[[], Made]
    ended = timeout_decorator.timeout(seconds, timeout_exception=_Rung)(call)
    try:
        return ended()
    except _Rung as rung:
        raise TookTooLong(seconds).with_traceback(rung.__traceback__) from None


LONGEST = 300  # characters of a sentence
SECONDS_TO_IMPORT = 30.0  # a large library on a slow disk takes some of them


class WrongOrderError(Exception):
    """A trusted module orders moves, and loses or doubles some; the text says which."""


class ModuleError(UntoldError):
    """A trusted module cannot be used, or is not right; the text says which and why."""

    def __init__(self, path: Path, wrong: str) -> None:
        super().__init__(f"{shown(path)}{clean(wrong, LONGEST)}")
        self.path = path


def shown(path: Path) -> str:
    """A module of the reference as people know it."""
    inside = path.is_relative_to(PROJECT)
    return path.relative_to(PROJECT).as_posix() if inside else path_shown(path)


@contextmanager
def blaming(path: Path) -> Iterator[None]:
    """Raises ModuleError, with the module's line, for whatever is raised within."""
    try:
        yield
    except AutograderError:
        raise
    except TookTooLong as fault:
        raise ModuleError(path, f"{_endless(fault, path)}: {fault}") from None
    except WrongOrderError as fault:
        raise ModuleError(path, f": {fault}") from None
    except Overrun as fault:
        raise ModuleError(path, f" does not stop: {fault}") from None
    except (Exception, SystemExit) as fault:  # noqa: BLE001 - it may do anything
        told = failure(fault, path).removeprefix(path.name)
        raise ModuleError(path, told) from None


def loaded_module(path: Path) -> ModuleType:
    """A trusted module; raises ModuleError where its import fails, or does not end."""
    with blaming(path):
        try:
            return result_in_time(SECONDS_TO_IMPORT, lambda: load_module(path))
        except TookTooLong as fault:
            told = f"after {SECONDS_TO_IMPORT:g} s it is not yet imported"
            raise ModuleError(path, f"{_endless(fault, path)}: {told}") from None


def _endless(fault: TookTooLong, path: Path) -> str:
    line = last_line(fault, path)
    return f", line {line}, does not end" if line else " does not end"
