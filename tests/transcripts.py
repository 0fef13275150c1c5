"""What a document shows of what a command prints: all of it, or parts.

A line `[…]` of a transcript stands for any lines that are left out there.
"""

from __future__ import annotations

import re

GAP = "[…]\n"


def agrees(shown: str, printed: str) -> bool:
    """Whether a transcript is what was printed, but for what it leaves out."""
    parts = re.split(rf"^{re.escape(GAP)}", shown, flags=re.MULTILINE)
    pattern = r"(?:.*\n)*?".join(map(re.escape, parts))
    return re.fullmatch(pattern, printed) is not None


def shortened(shown: str, printed: str) -> str:
    """What a document has to show of what is printed now.

    A transcript that agrees stays; else each part that stands there still is kept
    between its gaps, and if one does not, all is shown, to be shortened by hand.
    """
    return shown if agrees(shown, printed) else printed
