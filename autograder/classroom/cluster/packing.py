"""What travels to another machine and back, as bytes: folders, jobs, what came of them.

It is read with pickle. That trusts the sender, who may run any code here as it is.
"""

from __future__ import annotations

import pickle
import zlib
from pathlib import Path
from typing import Any

from autograder.classroom.running.state import CACHES
from autograder.files import visible

LEVEL = 1  # of compression: a tenth of the text, in a millisecond


def pickled(content: object) -> bytes:
    """Anything that can be pickled."""
    return zlib.compress(pickle.dumps(content), LEVEL)


def heard(content: bytes) -> Any:
    """What was pickled by one of the same version."""
    return pickle.loads(zlib.decompress(content))  # noqa: S301 - the module says why


def packed(folder: Path) -> bytes:
    """All files of it, but what Python keeps there. Raises OSError."""
    files = [
        (path.relative_to(folder).as_posix(), path.read_bytes())
        for path in visible(folder, "**/*")
        if CACHES not in path.parts and path.is_file()
    ]
    return pickled(files)


def unpack(content: bytes, folder: Path) -> None:
    """Write them to a folder that is there and empty. Raises OSError."""
    for name, body in heard(content):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
