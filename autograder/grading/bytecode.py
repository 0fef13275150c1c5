"""What is staged is compiled once, in a worker of its own, for all that import it."""

from __future__ import annotations

from base64 import b64decode
from contextlib import suppress
from pathlib import Path

from autograder.assignment.questions import Limits
from autograder.errors import GraderError
from autograder.sandbox.jobs import Job
from autograder.sandbox.sandbox import Sandbox
from autograder.worker.compiling import CACHE

LIMITS = Limits(seconds=1.0)
DEPTH = 1000  # Python's own limit


def compile_all(sandbox: Sandbox, folder: Path) -> None:
    """Put the bytecode of each module where Python looks for it.

    Nothing depends on it: what is not compiled here is compiled by each worker, which
    then meets what was met here.
    """
    files = tuple(path.name for path in folder.glob("*.py"))
    if not files:
        return
    with suppress(GraderError, OSError):
        ended = sandbox.run(Job(folder, "", (), LIMITS, DEPTH, compiles=files))
        results = ended.said.results
        _write(folder, files, results[0].get("compiled") if results else None)


def _write(folder: Path, files: tuple[str, ...], compiled: object) -> None:
    """Write what a worker has sent, in which nothing of a student's has run."""
    if not isinstance(compiled, dict):
        return
    for name in files:
        text = compiled.get(name)
        if isinstance(text, str):
            path = Path(CACHE.format(folder, name.removesuffix(".py")))
            path.parent.mkdir(mode=0o755, exist_ok=True)
            path.write_bytes(b64decode(text))
            path.chmod(0o644)
