"""The words on a line that the Python which grades cannot read."""

from __future__ import annotations

import re
import sys

from autograder.observing.outcome import Fault, Frame
from autograder.text import clean

MESSAGE = 80  # characters of Python's own words in a sentence

Version = tuple[int, int]
GRADES_WITH: Version = sys.version_info[:2]
AGAIN = "save it again as UTF-8"
ENCODINGS = {
    "unknown encoding": "remove the line with `coding`, and save the file as UTF-8",
    "encoding problem": "remove the line with `coding`, and save the file as UTF-8",
}
MIXED = "indent every line with spaces alone"

# What the line has, and the first Python that reads it.
NEWER: tuple[tuple[str, str, Version], ...] = (
    (r"^except\s*\*", "`except*`", (3, 11)),
    (r"^type \w+(\[.*\])? *=", "`type X = …`", (3, 12)),
    (r"^(class|(async )?def) \w+\[[^\]]*=", "a type parameter's default", (3, 13)),
    (r"^(class \w+\[|(async )?def \w+\[[^\]]*\]\()", "a type parameter", (3, 12)),
    (r"\w\[\*|\*\w+: *\*", "a star in brackets or in a type", (3, 11)),
)
IN_A_TEXT: Version = (3, 12)  # where an f-string holds more than before
OF_A_TEXT = "f-string"  # with which Python begins what it says of one
BACKSLASH = "f-string expression part cannot include a backslash"
NESTED = re.compile(r"""\bf(["'])(?:(?!\1).)*\{(?:(?!\1|\}).)*\1.*\}""", re.IGNORECASE)
PLAIN = ("invalid syntax", "expected '('")  # what Python says where it knows no more

# What the line is where it is none of Python, and what to do about it.
FOREIGN = (
    (r"^(%{1,2}|!)[a-z]", "a command of a notebook, not of Python", "take it out"),
    (r"^\?{1,2}[\w.]+$|^[\w.]+\?{1,2}$", "a question to a notebook, not Python",
     "take it out"),
    (r"^(>>>|\.\.\.) ", "copied with the prompt", "take the prompt out"),
    (r"^(<{7}|>{7})( |$)|^={7}$", "a mark that a merge has left",
     "choose one of the two versions and take the marks out"),
    (r"^```", "a mark of Markdown, not of Python", "take it out"),
    (r"^<(!DOCTYPE|html|\?xml)", "the beginning of a web page, not of a program",
     "download the file itself"),
    (r"^\{\\rtf", "the beginning of a document, not of a program",
     "save the program as plain text"),
    (r"^except [\w.]+, [a-z]\w*:", "Python 2", "write `except … as …:`"),
    (r"^raise \w+, ", "Python 2", "write `raise …(…)`"),
    (r"[\w)] *<> *[\w(-]", "Python 2", "write `!=`"),
)  # fmt: skip


def grades() -> str:
    """With which Python a submission is run, as a main clause."""
    return "this is graded with Python {}.{}".format(*GRADES_WITH)


def sentence(fault: Fault) -> str:
    """Python's own words, or better ones where it is known what the line is."""
    frame = fault.frames[-1] if fault.frames else None
    place = f"{frame.file}:{frame.line}" if frame else ""
    if "null bytes" in fault.message:
        # Python names the file that imports it, if there is one.
        imported = f" imported in {place}" if place else ""
        return f"the file{imported} is not plain text (NUL bytes); {AGAIN}"
    if "codec can't decode" in fault.message:
        return f"{place or 'the file'} is not UTF-8; {AGAIN}"
    for part, advice in ENCODINGS.items():
        if part in fault.message:
            return f"{place}: {clean(fault.message, MESSAGE)}; {advice}"
    if frame and (told := _newer(fault.message, frame) or _foreign(frame)):
        return f"{place} {told}"
    advice = f"; {MIXED}" if fault.type == "TabError" else ""
    return f"{fault.type}: {fault.message} ({place}){advice}"


def _newer(message: str, frame: Frame) -> str:
    """What the line has that a newer Python reads; "" where none is known to."""
    if message == BACKSLASH:
        known = [("a backslash in the braces of an f-string", IN_A_TEXT)]
    elif message.startswith(OF_A_TEXT) and NESTED.search(frame.source):
        known = [("the quotes of an f-string in its braces", IN_A_TEXT)]
    elif message in PLAIN:
        known = [(w, first) for p, w, first in NEWER if re.search(p, frame.source)]
    else:
        known = []
    newer = (k for k in known if k[1] > GRADES_WITH)
    return next((NEEDS.format(what, *first, grades()) for what, first in newer), "")


NEEDS = "has {}, which needs Python {}.{}; {}: write it in another way"


def _foreign(frame: Frame) -> str:
    """What the line is, and what to do; "" where it may well be Python."""
    return next(
        (
            f"is {what}; {advice}"
            for pattern, what, advice in FOREIGN
            if re.search(pattern, frame.source)
        ),
        "",
    )
