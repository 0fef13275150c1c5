"""What a document shows of what a command prints: all of it, or parts.

A line `[…]` of a transcript stands for any lines that are left out there.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher

DIGITS = re.compile(r"\d+")
GAP = "[…]\n"


def agrees(shown: str, printed: str) -> bool:
    """Whether a transcript is what was printed, but for what it leaves out."""
    parts = re.split(rf"^{re.escape(GAP)}", shown, flags=re.MULTILINE)
    pattern = r"(?:.*\n)*?".join(map(re.escape, parts))
    return re.fullmatch(pattern, printed) is not None


def shortened(shown: str, printed: str) -> str:
    """What a document has to show of what is printed now.

    A transcript that agrees stays; else its gaps stay where they are, between lines
    that are printed still, numbers aside. Where that does not agree all is shown, to be
    shortened by hand.
    """
    if agrees(shown, printed):
        return shown
    before, now = (text.splitlines(keepends=True) for text in (shown, printed))
    kept: list[str] = []
    masked = [[DIGITS.sub("0", line) for line in lines] for lines in (before, now)]
    same = SequenceMatcher(None, masked[0], masked[1], autojunk=False)
    for _, start, end, first, last in same.get_opcodes():
        kept += [GAP] if GAP in before[start:end] else now[first:last]
    made = "".join(kept)
    return made if agrees(made, printed) else printed
