"""Names as exports have them: their order, as text that can be stored, each once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from autograder.classroom.course import Handed
from autograder.text import clean

SHOWN = 60  # characters of a name in a note
NUMBER = re.compile(r"(\d{1,300})")


def natural(name: str) -> tuple[tuple[tuple[str, int], ...], str]:
    """A key that puts `submission_9` before `submission_10`, and `a` before `B`."""
    parts = NUMBER.split(name.casefold())
    keys = [("", int(part)) if i % 2 else (part, 0) for i, part in enumerate(parts)]
    return tuple(keys), name


def stored(name: str) -> str:
    """The name as text; bytes of it that are not UTF-8 are written out."""
    return name.encode("utf-8", "backslashreplace").decode()


def short(name: str) -> str:
    """The name, safe to show."""
    return clean(name, SHOWN)


def told_apart(handed: Iterable[Handed]) -> tuple[tuple[Handed, ...], tuple[str, ...]]:
    """The submissions, each with a name of its own, and notes on those renamed."""
    known: dict[str, Handed] = {}
    notes = []
    for each in handed:
        name = _free(each.name, known)
        if name != each.name:
            twice = f"two submissions are named {short(each.name)}"
            notes.append(f"{twice}; one of them is called {short(name)} here")
        known[name] = replace(each, name=name)
    return tuple(known.values()), tuple(notes)


def _free(name: str, by_name: dict[str, Handed]) -> str:
    number, free = 1, name
    while free in by_name:
        number += 1
        free = f"{name} ({number})"
    return free
