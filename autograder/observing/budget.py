"""The time of one grading: what is done for it ends with its budget."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum

SECOND_RUNS = 0.1  # of the budget, that second runs may take together
REPEATED_CALLS = 0.1  # likewise, calls about what was asked already
RECORDINGS = 0.05  # the same, of runs that are made for the page
BEYOND = 0.1  # of the budget, that may pass on the wall while others have the core,
LEAST = 2.0  # and so many seconds at least


class Extra(Enum):
    """What is done beside the tests, within seconds of its own."""

    SECOND_RUNS = "second runs"
    REPEATED_CALLS = "repeated calls"
    SMALLEST_TREES = "smallest trees"
    RECORDINGS = "recordings"
    REPAIRS = "repairs"


def by_the_wall() -> float:
    """Seconds, whatever they were spent on."""
    return time.monotonic()


class Budget:
    """So many `seconds` of a clock, of which smallest trees may take `searches`.

    By the clock on the wall it may be `beyond` that by such a share of them.
    """

    def __init__(
        self,
        seconds: float,
        searches: float,
        clock: Callable[[], float] = by_the_wall,
        beyond: float = BEYOND,
    ) -> None:
        self.seconds, self._clock = seconds, clock
        self._deadline = clock() + seconds
        self.end = by_the_wall() + seconds + max(seconds * beyond, LEAST)
        self.was_short = False  # whether something was not done for want of time
        self._left = {
            Extra.SECOND_RUNS: seconds * SECOND_RUNS,
            Extra.REPEATED_CALLS: seconds * REPEATED_CALLS,
            Extra.SMALLEST_TREES: searches,
            Extra.RECORDINGS: seconds * RECORDINGS,
            Extra.REPAIRS: seconds,  # whatever is left
        }

    def is_over(self) -> bool:
        """Whether nothing more is to be begun."""
        over = self.is_used_up() or by_the_wall() > self.end
        self.was_short |= over
        return over

    def is_used_up(self) -> bool:
        """Whether the submission has had all of it; else others had the core."""
        return self._clock() > self._deadline

    def give_back(self, seconds: float) -> None:
        """Time that was not the submission's to spend."""
        self._deadline += seconds
        self.end += seconds

    def affords(self, extra: Extra, seconds: float) -> bool:
        """Whether there is time for what is expected to take so long."""
        enough = seconds <= self.left_for(extra)
        self.was_short |= not enough
        return enough

    def left_for(self, extra: Extra) -> float:
        """The seconds that this may still take; 0 once the budget is over."""
        left = min(self._deadline - self._clock(), self.end - by_the_wall())
        return max(0.0, min(self._left[extra], left))

    @contextmanager
    def spent_on(self, extra: Extra) -> Iterator[None]:
        """What happens meanwhile is taken from the seconds of this."""
        started = self._clock()
        try:
            yield
        finally:
            self._left[extra] -= self._clock() - started
