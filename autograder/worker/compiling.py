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

UNCHECKED = (1).to_bytes(4, "little")  # the flags of a cache that is by hash
MOST = 150_000  # characters of all together, which is less than a result may have


def compiled(folder: str, files: list[str]) -> dict[str, str]:
    """The bytecode of each file of a folder, as it is cached, in base64.

    What does not compile is left out, and what Python warns of: the workers that
    import it shall say so.
    """
    made: dict[str, str] = {}
    size = 0
    for name in files:
        with suppress(Exception), warnings.catch_warnings():
            warnings.simplefilter("error", SyntaxWarning)
            text = b64encode(_compiled(os.path.join(folder, name))).decode()  # noqa: PTH118 - lean
            size += len(text)
            if size <= MOST:
                made[name] = text
    return made


def _compiled(path: str) -> bytes:
    with open(path, "rb") as file:  # noqa: PTH123 - likewise
        source = file.read()
    code = compile(source, path, "exec", dont_inherit=True)
    digest = importlib.util.source_hash(source)
    return importlib.util.MAGIC_NUMBER + UNCHECKED + digest + marshal.dumps(code)
