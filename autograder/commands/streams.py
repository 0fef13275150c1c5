"""What commands print to: terminals that lack signs, that are closed, or have gone."""

from __future__ import annotations

import codecs
import io
import os
import sys

from autograder.text import clean, wrapped

LONGEST_LINE = 4000  # characters
WIDTH, LONGEST = 80, 400  # of a line, and of a sentence
LOOKALIKES = dict(
    zip("✓✗–—·…×−’‘“”αβ±≤≥△▽→─│├└", "vx--.~x-''\"\"ab~<>^v>-|++", strict=True)
) | {"∞": "inf"}


def show(text: str) -> None:
    """Print, even where the reader has gone (`| head`) or never was."""
    try:
        print(text, flush=True)  # noqa: T201 - what commands print with
    except OSError as fault:  # what is left to print would be told twice
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(fault, BrokenPipeError):
            raise


def tell(sentence: str) -> None:
    """Print a sentence, in lines of a terminal's width."""
    show("\n".join(wrapped(clean(sentence, LONGEST), WIDTH, rest="    ")))


def complain(text: str) -> None:
    """Say on stderr what went wrong; in no line does anything act on its reader."""
    lines = (clean(line, LONGEST_LINE) for line in text.split("\n"))
    print("\n".join(lines), file=sys.stderr)  # noqa: T201 - likewise


def prepare_streams() -> None:
    """A terminal that lacks a sign shows another; one that is closed shows nothing.

    What is closed must not be taken by the next file that is opened, nor be None,
    which has no `write`.
    """
    codecs.register_error("lookalikes", lookalikes)
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
        stream = getattr(sys, name)
        if stream is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(os.devnull, mode))  # noqa: PTH123, SIM115 - stays
        elif isinstance(stream, io.TextIOWrapper) and name != "stdin":
            stream.reconfigure(errors="lookalikes")


def lookalikes(error: UnicodeError) -> tuple[str, int]:
    """Where the terminal's encoding lacks a sign, one of ASCII that is as wide."""
    assert isinstance(error, UnicodeEncodeError)
    lacking = error.object[error.start : error.end]
    return "".join(LOOKALIKES.get(sign, "?") for sign in lacking), error.end
