"""What came of a call: a value or a fault, decoded from what the worker left.

Nothing that a worker sends reaches the rest of the grader unchecked: each field
is checked for its type and bounded here, and each text is made safe to show.
"""

from __future__ import annotations

import math
import re
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.game import Number
from autograder.limits import Limits
from autograder.sandbox import Ended
from autograder.text import clean

NAME, MESSAGE, SOURCE = 60, 300, 120  # characters kept of a student's texts
MOST_FRAMES, MOST_NEAR = 12, 3
SLACK = 0.1  # CPU seconds that starting a worker may take
TRACE = re.compile(r'File "([^"\n]+)", line (\d+) in (\S+)')
TRACE_HEADS = ("Stack (most recent call first):", "Fatal Python error:")


@dataclass(frozen=True, slots=True)
class Frame:
    """One line of a student's traceback."""

    file: str
    line: int
    function: str
    source: str


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a call returned nothing. `stage` is import or call; `near` a near name."""

    kind: str
    message: str = ""
    type: str = ""
    stage: str = "call"
    near: tuple[str, ...] = ()
    frames: tuple[Frame, ...] = ()


@dataclass(frozen=True, slots=True)
class Returned:
    """What a call returned: a number where `kind` is "number", else a text."""

    kind: str
    number: Number | None = None
    text: str = ""

    def __str__(self) -> str:
        return str(self.number) if self.kind == "number" else self.text


Outcome = Returned | Fault


def outcomes_of(
    ended: Ended, folder: Path, limits: Limits, calls: int
) -> tuple[Outcome, ...]:
    """One outcome for each of the calls; only a result in good time is a value."""
    reported = [decode(result) for result in ended.said.results]
    timed_out = [o for o in reported if isinstance(o, Fault) and o.kind == "timeout"]
    if len(ended.output.encode()) >= limits.output_bytes:
        return (Fault("flood"),) * calls
    if not timed_out and ended.cpu_seconds > limits.seconds + SLACK:
        return (Fault("timeout", frames=_trace(ended.output, folder)),) * calls
    missing = timed_out[0] if timed_out else _untimely_end(ended, folder)
    return (*reported, *[missing] * (calls - len(reported)))


def _untimely_end(ended: Ended, folder: Path) -> Fault:
    """Why the worker stopped before its last result."""
    frames = _trace(ended.output, folder)
    if ended.late:
        return Fault("late", frames=frames)
    if ended.said.violation:
        return Fault("violation", ended.said.violation)
    if ended.exit_code < 0:
        return Fault("killed", signal.Signals(-ended.exit_code).name, frames=frames)
    return Fault("ended", frames=frames)


def decode(result: Any) -> Outcome:
    """A result as the worker sent it, or the fault that it is malformed."""
    try:
        if "returned" in result:
            return _decode_returned(result["returned"])
        return _decode_fault(result["error"])
    except (KeyError, TypeError, ValueError):
        return Fault("violation", "it sent a result of the wrong form")


def _decode_returned(returned: Any) -> Returned:
    kind = _text(returned["kind"], NAME)
    if kind != "number":
        return Returned(kind, text=_text(returned["text"], MESSAGE))
    number = returned["number"]
    if type(number) not in (int, float) or not math.isfinite(number):
        raise TypeError
    return Returned(kind, number)


def _decode_fault(error: Any) -> Fault:
    return Fault(
        _text(error["kind"], NAME),
        _text(error["message"], MESSAGE),
        _text(error["type"], NAME),
        _text(error["stage"], NAME),
        tuple(_text(name, NAME) for name in error["near"][:MOST_NEAR]),
        tuple(_decode_frame(*frame) for frame in error["frames"][:MOST_FRAMES]),
    )


def _decode_frame(file: Any, line: Any, function: Any, source: Any) -> Frame:
    if type(line) is not int:
        raise TypeError
    return Frame(_text(file, NAME), line, _text(function, NAME), _text(source, SOURCE))


def _text(value: Any, limit: int) -> str:
    if type(value) is not str:
        raise TypeError
    return clean(value, limit)


def split_trace(output: str) -> tuple[str, str]:
    """What the student printed, and the trace that a signal left behind it."""
    starts = [found for head in TRACE_HEADS if (found := output.find(head)) >= 0]
    start = min(starts, default=len(output))
    return output[:start], output[start:]


def _trace(output: str, folder: Path) -> tuple[Frame, ...]:
    """The student's frames of a trace, outermost first; no source lines."""
    prefix = f"{folder}/"
    found = [
        Frame(clean(file.removeprefix(prefix), NAME), int(line), clean(name, NAME), "")
        for file, line, name in TRACE.findall(split_trace(output)[1])
        if file.startswith(prefix)
    ]
    return tuple(found[:MOST_FRAMES][::-1])
