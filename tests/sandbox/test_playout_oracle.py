"""The grader's side of a search by playouts: it draws them, and takes them down."""

from __future__ import annotations

import pytest

from autograder.sandbox.oracle import Oracle, PlayoutOracle
from autograder.trees import file as treefile
from autograder.trees.visitrecord import PLAYS_ON, Playouts
from autograder.worker import protocol
from autograder.worker.protocol import ProtocolError

TREE = treefile.parse("iterations: 2\ntree: {A: {B: {C: 1, D: 2.5}, F: {E: 3}}}\n")


def test_playouts_are_answered_and_taken_down() -> None:
    """A whole number stays one, and a float a float."""
    oracle = PlayoutOracle(TREE, apart=True)
    expected = Playouts(TREE)
    for _ in range(5):
        told = protocol.value_of(oracle.play(oracle.root))
        assert told == expected.next_from(0)
    assert oracle.played == [0] * 5
    assert oracle.facts.apart
    assert not oracle.record.visited  # to play is no visit


def test_who_plays_on_is_stopped() -> None:
    """Behind twice the iterations, and one more."""
    oracle = PlayoutOracle(TREE, apart=False)
    for _ in range(5):
        oracle.play(oracle.root)
    with pytest.raises(ProtocolError, match=PLAYS_ON):
        oracle.play(oracle.root)
    assert len(oracle.played) == 5


def test_a_state_that_was_never_given_has_no_playout() -> None:
    """Handles are drawn at random; and elsewhere there are none at all."""
    oracle = PlayoutOracle(TREE, apart=False)
    with pytest.raises(ProtocolError, match="never given"):
        oracle.play(oracle.root ^ 1)
    other = Oracle(TREE)
    with pytest.raises(ProtocolError, match="none here"):
        other.play(other.root)
