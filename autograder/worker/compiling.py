"""Compiles what a student has sent, in a worker that runs nothing of it.

What comes of it has the form of Python's own cache (PEP 552), and never checks whether
its source has changed: what is staged stays as it is.
"""

from __future__ import annotations

import importlib.util
import marshal
import os
import warnings
from base64 import b64encode
from contextlib import suppress
from types import CodeType
from typing import Any

from autograder.worker.protocol import CACHE
from autograder.worker.stateless import is_stateless

UNCHECKED = (1).to_bytes(4, "little")  # the flags of a cache that is by hash
HEAD = 16  # bytes before the code
MOST = 150_000  # characters of all together, which is less than a result may have


def compiled(folder: str, files: list[str]) -> dict[str, Any]:
    """The bytecode of each file of a folder, as it is cached, in base64.

    What does not compile is left out, and what Python warns of: the workers that
    import it shall say so. Besides, which of the files are `stateless`.
    """
    made: dict[str, str] = {}
    stateless: list[str] = []
    size = 0
    for name in files:
        with suppress(Exception), warnings.catch_warnings():
            warnings.simplefilter("error", SyntaxWarning)
            path = os.path.join(folder, name)  # noqa: PTH118 - lean
            with open(path, "rb") as file:  # noqa: PTH123 - likewise
                source = file.read()
            text = b64encode(_compiled(source, path)).decode()
            size += len(text)
            if size <= MOST:
                made[name] = text
            if is_stateless(source):
                stateless.append(name)
    return {"compiled": made, "stateless": stateless}


def cached(folder: str, name: str) -> CodeType | None:
    """The code of a module that was compiled before; None if it was not, or not whole.

    What Python itself does to find it costs more than to run it.
    """
    try:
        with open(CACHE.format(folder, name), "rb") as file:  # noqa: PTH123 - lean
            code: CodeType = marshal.loads(file.read()[HEAD:])  # noqa: S302 - ours
    except (OSError, EOFError, ValueError, TypeError):
        return None
    return code


def _compiled(source: bytes, path: str) -> bytes:
    code = compile(source, path, "exec", dont_inherit=True)
    digest = importlib.util.source_hash(source)
    return importlib.util.MAGIC_NUMBER + UNCHECKED + digest + marshal.dumps(code)
