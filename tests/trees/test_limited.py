"""What is asked in a process with limits: its answer, or the sentence on its end."""

from __future__ import annotations

import signal
import sys

import pytest

from autograder.trees.openspiel import BeyondLimits, asked

MODULE = "tests.ending"
of_posix = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="others do not keep to these limits"
)


def test_an_answer() -> None:
    """Whatever is printed on the way to it."""
    assert asked(MODULE, {"divisor": 4}) == {"raised": 0.25}


@of_posix
@pytest.mark.parametrize(
    "request_, told",
    [
        ({"bytes": 10**11}, "it needs more than 4 GB of memory"),
        ({"seconds": 1}, "it takes too long to find out how large it is"),
        ({"signal": signal.SIGKILL}, "it ends its process (SIGKILL)"),
        ({"signal": signal.SIGSEGV}, "it ends its process (SIGSEGV)"),
    ],
)
def test_an_end(request_: dict[str, int], told: str) -> None:
    """Nobody else's memory or time is used up."""
    with pytest.raises(BeyondLimits) as caught:
        asked(MODULE, request_)
    assert str(caught.value) == told


def test_a_fault_of_ours() -> None:
    """It is none of the game's, and comes with its traceback."""
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        asked(MODULE, {"divisor": 0})
