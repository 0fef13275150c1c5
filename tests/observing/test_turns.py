"""Gradings that run side by side, and one that has to be alone."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from autograder.observing.bench import UNSHARED, SharedTurns

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no locks")


@pytest.fixture
def three(tmp_path: Path) -> Iterator[list[SharedTurns]]:
    """The turns of three gradings, as if each were a process."""
    with ExitStack() as stack:
        yield [stack.enter_context(closing(SharedTurns(tmp_path))) for _ in range(3)]


def test_several_run_beside_each_other(three: list[SharedTurns]) -> None:
    """Nobody waits for anybody."""
    one, other, _ = three
    with (
        one.running_beside_others() as waited,
        other.running_beside_others() as waited_too,
    ):
        assert max(waited, waited_too) < 1.0


def test_who_is_alone_waits_for_all_and_lets_nobody_in(
    three: list[SharedTurns],
) -> None:
    """Who comes later waits, though others are still there."""
    order: list[str] = []
    one, two, third = three
    wants, late = threading.Event(), threading.Event()

    def alone() -> None:
        wants.set()
        with two.running_alone() as waited:
            order.append("alone")
            assert waited > 0.05
            late.wait(5)
            time.sleep(0.05)
            order.append("no longer alone")

    def beside() -> None:
        late.set()
        with third.running_beside_others():
            order.append("beside")

    threads = [threading.Thread(target=each) for each in (alone, beside)]
    with one.running_beside_others():
        threads[0].start()
        wants.wait(5)
        time.sleep(0.1)
        threads[1].start()
        time.sleep(0.1)
        order.append("the first goes")
    for thread in threads:
        thread.join(5)
    assert order == ["the first goes", "alone", "no longer alone", "beside"]


def test_one_that_shares_with_nobody_never_waits() -> None:
    """A grading by itself."""
    with (
        UNSHARED.running_alone() as waited,
        UNSHARED.running_beside_others() as waited_too,
    ):
        assert (waited, waited_too, UNSHARED.is_shared) == (0.0, 0.0, False)
