"""What is said of lines of play that were counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from autograder.kinds.game.counts import Count, Pair
from autograder.text import clean

LONGEST_NAME = 60
LONGEST_GAME = 200
WIDTH = 8  # of a count
HEADING = "Lines of play by length, over or not: {}"
COLUMNS = f"plies  {'lines':>{WIDTH}}"
BOTH = f"plies  {'yours':>{WIDTH}}  {'right':>{WIDTH}}"
BY_ACTION = "Those of {} by first action:"
BY_BEGINNING = "Those of {} by how they begin:"
OVER = "No line is longer than {}."
TOO_MANY = "{}: there are more than {:,} lines of {}, and no more are counted; {}"
SMALLER = "--depth {} is the most here"
NONE_FITS = "smaller options may help"
MOST_ACTIONS = 12  # of a division that is told beside a line of play
DIFFERS = " !"


def heading(game: str, columns: str = COLUMNS) -> str:
    """What is counted, above the table."""
    return f"{HEADING.format(clean(game, LONGEST_GAME))}\n\n{columns}"


def row(plies: int, *lines: int) -> str:
    """One length."""
    return "  ".join((f"{plies:>5}", *(f"{count:>{WIDTH}}" for count in lines)))


def by_action(plies: int, counts: Iterable[tuple[str, int]]) -> str:
    """The division of one length: a line for each first action."""
    rows = [f"{count:>{WIDTH}}  {clean(name, LONGEST_NAME)}" for name, count in counts]
    heading = BY_ACTION.format(_long(plies))
    return "\n".join([f"\n{heading}\n", *rows])


def both_by_action(count: Count) -> str:
    """The division of one length of two games, marked where they differ."""
    heading = BY_ACTION.format(_long(count.plies))
    return "\n".join([f"\n{heading}\n", *map(_both, count.by_action)])


def compared(counts: Sequence[Count]) -> Iterator[str]:
    """The lengths of two games, and the division of the last, line by line.

    Of many actions those that differ come alone, and of these the first. What is but
    one is not divided.
    """
    yield BOTH
    yield from (row(count.plies, *count.lines) for count in counts)
    last = counts[-1]
    wrong = [each for each in last.by_action if each[1][0] != each[1][1]]
    told = last.by_action if len(last.by_action) <= MOST_ACTIONS else wrong
    if len(last.by_action) < 2:
        return
    yield BY_BEGINNING.format(_long(last.plies))
    yield from map(_both, told[:MOST_ACTIONS])


def _both(row: tuple[str, Pair]) -> str:
    name, (said, right) = row
    told = f"{said:>{WIDTH}}  {right:>{WIDTH}}  {clean(name, LONGEST_NAME)}"
    return told if said == right else f"{told}{DIFFERS}"


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
