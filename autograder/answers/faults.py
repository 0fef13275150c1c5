"""What is wrong with a module of the reference, and in which of its lines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from autograder.answers.timed import TookTooLong
from autograder.errors import AutograderError, UntoldError
from autograder.project import PROJECT
from autograder.text import clean, path_shown
from autograder.trees.roundrecord import Overrun
from autograder.trees.rules import failure

LONGEST = 300  # characters of a sentence


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
        raise ModuleError(path, f" does not end: {fault}") from None
    except WrongOrderError as fault:
        raise ModuleError(path, f": {fault}") from None
    except Overrun as fault:
        raise ModuleError(path, f" does not stop: {fault}") from None
    except (Exception, SystemExit) as fault:  # noqa: BLE001 - it may do anything
        told = failure(fault, path).removeprefix(path.name)
        raise ModuleError(path, told) from None
