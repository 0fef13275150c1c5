"""What a worker is to do, and what it left behind."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.assignment.limits import Limits
from autograder.sandbox.conversation import Conversation
from autograder.sandbox.oracle import Oracle


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a job: the function, and its arguments after `game` and `state`.

    While it lasts, a stand-in that asks the oracle takes the place of the function
    `replaced`; "" replaces none.
    """

    function: str
    arguments: tuple[float, ...]
    oracle: Oracle
    replaced: str = ""


@dataclass(frozen=True, slots=True)
class Job:
    """What one worker does: the calls, in order, of one module of a folder."""

    folder: Path
    module: str
    calls: tuple[Call, ...]
    limits: Limits
    recursion_limit: int


@dataclass(frozen=True, slots=True)
class Ended:
    """What one worker left behind.

    `exit_code` is minus the signal where one ended it; `late` says that the
    wall-clock limit did, `flooded` that it printed all it may.
    """

    said: Conversation
    output: str
    exit_code: int
    cpu_seconds: float
    late: bool
    flooded: bool = False


def describe(call: Call) -> dict[str, Any]:
    """The call as the worker reads it; of the tree it tells the root alone."""
    root = call.oracle.start
    return {
        "function": call.function,
        "replaced": call.replaced,
        "arguments": call.arguments,
        "root": call.oracle.root,
        "label": root.label,
        "content": root.content,
    }
