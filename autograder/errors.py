"""The faults that end a grading: whose they are, and the exit status each has."""

from __future__ import annotations

import errno
from dataclasses import dataclass
from pathlib import Path

FAULTS_OF_THE_MACHINE = {  # and what to do
    errno.ENOSPC: "make room on that disk",
    errno.EDQUOT: "make room within your quota on that disk",
    errno.EFBIG: "raise the limit on the size of files (ulimit -f)",
    errno.EIO: "use another disk",
    errno.EMFILE: "raise the limit on open files (ulimit -n)",
    errno.ENFILE: "close other programs",
    errno.EAGAIN: "raise the limit on processes (ulimit -u), or close other programs",
    errno.ENOMEM: "close other programs",
}
REMEDIES = {
    **FAULTS_OF_THE_MACHINE,
    errno.EACCES: "get the permission to use it (chmod)",
    errno.EPERM: "let its owner do it",
    errno.EROFS: "name a place on another disk",
}


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One fault of a file that an instructor wrote; line and column count from 1."""

    path: Path
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.message}"


class AutograderError(Exception):
    """A fault that is never the submission's; `exit_status` is the command's."""

    exit_status = 3


class AssignmentError(AutograderError):
    """What the instructor wrote, or the command line, cannot be used as it stands."""

    exit_status = 2


class UntoldError(AssignmentError):
    """One that is told to the instructor alone: it might give a hidden tree away."""


class FileProblems(UntoldError):  # noqa: N818 - they are what it holds
    """All the problems found in the files of an assignment, in reading order."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(str(problem) for problem in self.problems))


class GraderError(AutograderError):
    """The grader could not do its own work; no score follows from it."""


class OptionError(ValueError):
    """A rule game refuses the value of one of its options."""

    def __init__(self, option: str, message: str) -> None:
        super().__init__(f"{option}: {message}")
        self.option = option
        self.message = message


def system_error_sentence(fault: OSError) -> str:
    """What the system refuses, of which file, and what to do where it is known."""
    named = f"{fault.filename}: " if fault.filename else ""
    return f"{named}{fault.strerror or fault}{remedy(fault)}"


def remedy(fault: OSError) -> str:
    """What to do about it, where that is known, as the end of a sentence; or ""."""
    remedy = REMEDIES.get(fault.errno or 0)
    return f"; {remedy} and try again" if remedy else ""
