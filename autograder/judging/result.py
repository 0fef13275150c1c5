"""What the results of tests of all kinds have in common."""

from __future__ import annotations

from typing import Protocol

from autograder.assignment.questions import AnyTest
from autograder.judging.repetition import Ran
from autograder.judging.verdicts import Verdict
from autograder.observing.outcome import Outcome


class AnyResult(Protocol):
    """All that is known of one test of any kind."""

    @property
    def test(self) -> AnyTest:
        """Which it was."""
        ...

    @property
    def verdict(self) -> Verdict:
        """What came of it as a whole."""
        ...

    @property
    def points(self) -> float:
        """What it earned."""
        ...

    @property
    def observed(self) -> Ran:
        """What the submission did in the run that counts."""
        ...

    @property
    def deterministic(self) -> bool | None:
        """Whether both runs did the same; None if there was but one."""
        ...

    @property
    def came(self) -> Outcome:
        """What the call came to that tells most of it."""
        ...

    @property
    def chosen(self) -> Outcome | None:
        """What was chosen, where there is anything to choose."""
        ...
