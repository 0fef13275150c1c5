"""What a submission returned, as it crosses from the worker to the grader.

Only exact types count as numbers. Everything else crosses as its kind and a
bounded text, so that no method of a student's class runs in the grader.
"""

from __future__ import annotations

import math
import reprlib
from typing import Any

from autograder.game import State

LARGEST = 2**53  # integers up to here are exact as floats, too
TEXT = 200  # characters of any one text that crosses

_KINDS: dict[type, str] = {
    type(None): "none",
    bool: "bool",
    str: "str",
    tuple: "tuple",
    list: "list",
    dict: "dict",
    set: "set",
    complex: "complex",
    State: "state",
}
_brief = reprlib.Repr()
_brief.maxlevel, _brief.maxother, _brief.maxstring = 2, 60, 60


def encode(value: object) -> dict[str, Any]:
    """`kind`, with `number` for a finite number and `text` for all else."""
    if type(value).__module__ == "numpy" and hasattr(value, "item"):
        value = value.item()
    if type(value) is int:
        if abs(value) > LARGEST:
            return {"kind": "huge", "text": f"an integer of {value.bit_length()} bits"}
        return {"kind": "number", "number": value}
    if type(value) is float:
        return _float(value)
    return {"kind": _kind(value), "text": brief(value)}


def _float(value: float) -> dict[str, Any]:
    if math.isnan(value):
        return {"kind": "nan", "text": "nan"}
    if math.isinf(value):
        return {"kind": "inf", "text": str(value)}
    return {"kind": "number", "number": value}


def _kind(value: object) -> str:
    if type(value) in _KINDS:
        return _KINDS[type(value)]
    if hasattr(type(value), "__next__"):
        return "iterator"
    return "callable" if callable(value) else "object"


def brief(value: object) -> str:
    """A short text of any value, whatever its `__repr__` does."""
    if type(value) is str:
        return value[:TEXT]
    try:
        text = _brief.repr(value) if type(value) in _KINDS else type(value).__name__
        return str(text)[:TEXT]
    except Exception:  # noqa: BLE001 - a student's __repr__ may raise anything
        return type(value).__name__[:TEXT]
