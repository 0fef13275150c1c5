"""What a process with limits is asked to do: to print, to take all, or to end."""

from __future__ import annotations

import os
from typing import Any

from autograder.trees.openspiel import set_limits


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Do what the request says."""
    if "signal" in request:
        os.kill(os.getpid(), request["signal"])
    if "bytes" in request:
        return {"length": len(bytearray(request["bytes"]))}
    if "seconds" in request:
        set_limits(request["seconds"])
    while "seconds" in request:
        pass
    print("no answer")  # noqa: T201 - as a library may
    return {"raised": 1 / request["divisor"]}
