"""What is staged is compiled once, in a worker of its own, for all that import it."""

from __future__ import annotations

from base64 import b64decode
from contextlib import suppress
from pathlib import Path

from autograder.assignment.questions import Limits
from autograder.errors import GraderError
from autograder.files import replacing
from autograder.sandbox.jobs import Job
from autograder.sandbox.sandbox import Sandbox
from autograder.worker.protocol import CACHE

LIMITS = Limits(seconds=1.0)
DEPTH = 1000  # Python's own limit


def compile_all(sandbox: Sandbox, folder: Path) -> frozenset[str]:
    """Put the bytecode of each module where Python looks for it.

    Returns the modules that can keep nothing from one call to the next. Nothing that
    counts depends on it: what is not compiled here is compiled by each worker, which
    then meets what was met here.
    """
    names = tuple(path.stem for path in folder.glob("*.py") if path.is_file())
    if not names:
        return frozenset()
    files = tuple(f"{name}.py" for name in names)
    job = Job(
        folder=folder,
        module="",
        calls=(),
        limits=LIMITS,
        recursion_limit=DEPTH,
        compiles=files,
    )
    with suppress(GraderError, OSError):
        for told in sandbox.run(job).said.results:  # none, where it was ended
            for name in names:
                _write(folder, name, told["compiled"].get(f"{name}.py"))
            return frozenset(n for n in names if f"{n}.py" in told["stateless"])
    return frozenset()


def _write(folder: Path, name: str, text: str | None) -> None:
    if text is not None:
        path = Path(CACHE.format(folder, name))
        with replacing(path) as temporary:  # half of it would be worse than none
            path.parent.chmod(0o755)
            temporary.write_bytes(b64decode(text))
            temporary.chmod(0o644)
