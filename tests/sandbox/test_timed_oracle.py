"""The grader's side of a search that deepens: it counts, and says when time is up."""

from __future__ import annotations

import pytest

from autograder.sandbox.oracle import Oracle, TimedOracle
from autograder.trees import file as treefile
from autograder.trees.visitrecord import GOES_ON, NEVER_ASKS
from autograder.worker import protocol
from autograder.worker.protocol import ProtocolError

TREE = treefile.parse(
    "tree: {A: {B: {D: 1, E: 2}, C: {F: 3, G: 4}}}\n"
    "evaluate: {B: 1, C: 2}\ndepth: 1\nvisits_allowed: 2\n"
)


def handles(oracle: Oracle) -> dict[str, int]:
    """Those of all nodes, which were asked about in the order of the tree's rounds."""
    found = {"A": oracle.root}
    oracle.node_frame(oracle.root)
    by_handle = oracle._index_of.items()
    return found | {TREE.labels()[index]: handle for handle, index in by_handle}


def is_up(oracle: Oracle) -> bool:
    """What a worker reads."""
    return bool(protocol.value_of(oracle.time_is_up_frame()))


def test_time_is_up_when_the_visits_are_made() -> None:
    """Each question counts that comes from elsewhere."""
    oracle = TimedOracle(TREE)
    known = handles(oracle)
    assert not is_up(oracle)
    oracle.node_frame(known["A"])
    assert not is_up(oracle)
    oracle.estimate(known["B"])
    assert is_up(oracle)


@pytest.mark.parametrize("asks, why", [(True, GOES_ON), (False, NEVER_ASKS)])
def test_who_goes_on_is_ended(asks: bool, why: str) -> None:  # noqa: FBT001 - a case
    """With a message by which it is known."""
    oracle = TimedOracle(TREE)
    known = handles(oracle)
    if asks:
        is_up(oracle)
    oracle.node_frame(known["B"])
    oracle.estimate(known["C"])
    with pytest.raises(ProtocolError, match=why):
        oracle.estimate(known["B"])
    assert len(oracle.record.visited) >= 4


def test_another_call_has_time_without_end() -> None:
    """That for the value, and those of functions alone."""
    oracle = Oracle(TREE)
    known = handles(oracle)
    for _ in range(3):
        for label in "ABC":
            oracle.node_frame(known[label])
    assert not is_up(oracle)
    assert not oracle.timed


def test_nobody_asks_for_the_time_without_end() -> None:
    """It is a request as any other."""
    oracle = Oracle(TREE)
    with pytest.raises(ProtocolError, match="far more often"):
        [oracle.time_is_up_frame() for _ in range(100 * len(TREE.nodes) + 1000)]
