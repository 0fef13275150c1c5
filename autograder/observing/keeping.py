"""What is staged is read once, by a worker of its own: whether it keeps anything."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from autograder.assignment.questions import Limits
from autograder.errors import GraderError
from autograder.sandbox.jobs import Job
from autograder.sandbox.sandbox import Sandbox

LIMITS = Limits(seconds=1.0)
DEPTH = 1000  # Python's own limit


def stateless_modules(sandbox: Sandbox, folder: Path) -> frozenset[str]:
    """The modules of a folder that can keep nothing from one call to the next.

    None where the worker was ended: of what is not known, each test has its own.
    """
    files = tuple(path.name for path in folder.glob("*.py") if path.is_file())
    if not files:
        return frozenset()
    job = Job(
        folder=folder,
        module="",
        calls=(),
        limits=LIMITS,
        recursion_limit=DEPTH,
        reads=files,
    )
    with suppress(GraderError, OSError):
        for told in sandbox.run(job).said.results:
            return frozenset(f[:-3] for f in files if f in told.get("stateless", ()))
    return frozenset()
