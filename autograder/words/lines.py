"""What is said of lines of play that were counted."""

from __future__ import annotations

from collections.abc import Iterable

from autograder.text import clean

LONGEST_NAME = 60
LONGEST_GAME = 200
WIDTH = 8  # of a count
HEADING = "Lines of play by length, over or not: {}"
COLUMNS = f"plies  {'lines':>{WIDTH}}"
BY_ACTION = "Those of {} by first action:"
OVER = "No line is longer than {}."
TOO_MANY = "{}: there are more than {:,} lines of {}, and no more are counted; {}"
SMALLER = "--depth {} is the most here"
NONE_FITS = "smaller options may help"


def heading(game: str) -> str:
    """What is counted, above the table."""
    return f"{HEADING.format(clean(game, LONGEST_GAME))}\n\n{COLUMNS}"


def row(plies: int, lines: int) -> str:
    """One length."""
    return f"{plies:>5}  {lines:>{WIDTH}}"


def by_action(plies: int, counts: Iterable[tuple[str, int]]) -> str:
    """The division of one length: a line for each first action."""
    rows = [f"{count:>{WIDTH}}  {clean(name, LONGEST_NAME)}" for name, count in counts]
    heading = BY_ACTION.format(_long(plies))
    return "\n".join([f"\n{heading}\n", *rows])


def over(plies: int) -> str:
    """Why the table ends before the depth."""
    return f"\n{OVER.format(_long(plies))}"


def too_many(game: str, plies: int, most: int) -> str:
    """Why the table ends before the depth, and which depth does."""
    remedy = SMALLER.format(plies - 1) if plies > 1 else NONE_FITS
    shown, length = clean(game, LONGEST_GAME), _long(plies)
    return TOO_MANY.format(shown, most, length, remedy)


def _long(plies: int) -> str:
    return f"{plies} {'ply' if plies == 1 else 'plies'}"
