"""What a submission printed or raised, without the grader's folders and source lines.

A submission can learn both, so neither is a secret; but in a report they are noise,
and the names of folders differ from run to run.
"""

from __future__ import annotations

import os
import re
import site
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from autograder.project import PROJECT

OURS = "(frames of the grader)"
THEIR_FOLDER, WORKING_FOLDER = "<your files>", "<working folder>"

# How Python names a place in the code, and how far its source lines are indented more.
FRAME = re.compile(r'(?P<lead>[\s|+]*)File "(?P<file>[^"]+)", line \d+,? in ')
WARNING = re.compile(r"(?P<file>/[^:]+\.py):\d+: \w+: ")
INDENT = re.compile(r"[\s|+]*")


def own_words(text: str, staged: Path, session: Path) -> str:
    """The text with the student's files by their names, and no line of ours.

    `staged` is the folder of the modules, `session` the private one of the grading,
    which has it and the working folder within.
    """
    if "/" not in text:
        return text
    text = "\n".join(_without_our_lines(text.split("\n")))
    for folder in dict.fromkeys((staged, staged.resolve())):
        text = text.replace(f"{folder}/", "").replace(str(folder), THEIR_FOLDER)
    for folder, word in _installed():
        text = text.replace(str(folder), word)
    for folder in dict.fromkeys((session, session.resolve())):
        text = re.sub(rf"{re.escape(str(folder))}(/[\w.-]+)?", WORKING_FOLDER, text)
    return text


@cache
def _installed() -> tuple[tuple[Path, str], ...]:
    """Folders that are not the student's, and a word for each, the deepest first."""
    words = {
        Path(os.__file__).parent: "<Python>",
        PROJECT: "<grader>",
        **dict.fromkeys(map(Path, site.getsitepackages()), "<packages>"),
    }
    return tuple(sorted(words.items(), key=lambda item: -len(item[0].parts)))


def _without_our_lines(lines: list[str]) -> Iterator[str]:
    """The lines, but for each run of the grader's own frames a word in its place."""
    below: int | None = None  # the indentation of the frame whose source is left out
    told = False
    for line in lines:
        if below is not None and _indentation(line) > below:
            continue
        frame, warning = FRAME.match(line), WARNING.match(line)
        place = frame or warning
        ours = place is not None and _is_ours(place["file"])
        below = _indentation(line) if ours else None
        if not (frame and ours):
            yield line
        elif not told:
            yield f"{frame['lead']}{OURS}"
        told = bool(frame and ours)


def _indentation(line: str) -> int:
    found = INDENT.match(line)
    return found.end() if found else 0


def _is_ours(file: str) -> bool:
    return file.startswith(f"{PROJECT}/autograder/") or "/timeout_decorator/" in file
