"""Tells which of the files that a student has sent can keep nothing between calls.

A worker reads them, runs nothing of them, and ends with that.
"""

from __future__ import annotations

import os
import warnings
from contextlib import suppress

from autograder.worker.stateless import is_stateless


def stateless(folder: str, files: list[str]) -> list[str]:
    """Those files of a folder that keep nothing, as their texts show.

    Not one that does not compile, nor one of which Python warns: each worker that
    imports it shall say so.
    """
    return [name for name in files if _keeps_nothing(os.path.join(folder, name))]  # noqa: PTH118 - lean


def _keeps_nothing(path: str) -> bool:
    with suppress(Exception), warnings.catch_warnings():
        warnings.simplefilter("error", SyntaxWarning)
        with open(path, "rb") as file:  # noqa: PTH123 - lean
            source = file.read()
        compile(source, path, "exec", dont_inherit=True)
        return is_stateless(source)
    return False
