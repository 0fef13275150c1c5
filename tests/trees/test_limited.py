"""What is asked in a process with limits: its answer, or the sentence on its end."""

from __future__ import annotations

import signal
import sys
from functools import partial

import pytest

from autograder.trees.openspiel import (
    BeyondLimits,
    answer_in_limited_process,
    set_limits,
)
from tests.forks import inside

MODULE = "tests.ending"
of_posix = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="others do not keep to these limits"
)


def test_an_answer() -> None:
    """Whatever is printed on the way to it."""
    assert answer_in_limited_process(MODULE, {"divisor": 4}) == {"raised": 0.25}


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
        answer_in_limited_process(MODULE, request_)
    assert str(caught.value) == told


def test_a_fault_of_ours() -> None:
    """It is none of the game's, and comes with its traceback."""
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        answer_in_limited_process(MODULE, {"divisor": 0})


@of_posix
def test_the_time_counts_from_now() -> None:
    """A process that has just begun has used none: it may use what is told."""
    import resource  # noqa: PLC0415 - there is none on Windows

    _, ceiling = resource.getrlimit(resource.RLIMIT_CPU)
    soft = 70 if ceiling == resource.RLIM_INFINITY else min(70, ceiling)
    which = partial(resource.getrlimit, resource.RLIMIT_CPU)
    assert inside(partial(set_limits, 70), which) == str((soft, ceiling))
