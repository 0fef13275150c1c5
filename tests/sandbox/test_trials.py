"""What a worker may ask for while it tries edited programs, and what is a breach."""

from __future__ import annotations

import os

from autograder.sandbox.jobs import Conversation, Job, Trial, conversation_on_trials
from autograder.trees import file as treefile
from autograder.trees.visitrecord import Playouts
from autograder.worker import protocol
from tests.cases import for_each

TREE = treefile.parse("iterations: 4\ntree: {A: {B: 3, C: -2}}\n")
LEAF = TREE.labels().index("C")


def never() -> tuple[Job, object]:
    """The calls of a trial that is not held."""
    raise AssertionError("no trial was asked for")


def asked(*frames: bytes, plays: bool = True) -> tuple[Conversation, bytes]:
    """How the talk ends with a worker that sends these frames, and what it is told."""
    payoff = Playouts(TREE).payoff if plays else None
    trial = Trial(1, 1, 100, never, tree=0, payoff=payoff)  # type: ignore[arg-type]
    requests, sends = os.pipe()
    reads, replies = os.pipe()
    os.write(sends, protocol.REQUEST.pack(protocol.READY, 0) + b"".join(frames))
    os.close(sends)
    said = conversation_on_trials((requests, replies), {}, [trial], [])
    os.close(replies)
    protocol.read_job(reads)
    told = os.read(reads, protocol.CHUNK)
    os.close(reads)
    os.close(requests)
    return said, told


def playout(*wanted: object) -> bytes:
    """The request for the payoff of a playout: the tree, the node, which of its own."""
    return protocol.frame_of(protocol.PLAY, wanted)


def test_the_payoff_of_a_playout_is_told() -> None:
    """That of an end is what it is worth, however often it is played from."""
    said, told = asked(playout(0, LEAF, 1), playout(0, LEAF, 7))
    assert not said.violation
    assert told == 2 * protocol.value_frame(protocol.NOBODY, -2)


@for_each(
    "frame, plays, why",
    [
        (playout(0, 3, 1), True, "a state that there is not"),
        (playout(1, LEAF, 1), True, "a playout, of which there are none"),
        (playout(0, LEAF, 1), False, "a playout, of which there are none"),
        (playout(0, -1, 1), True, "the wrong form"),
        (playout(0, LEAF), True, "the wrong form"),
        (protocol.REQUEST.pack(protocol.TRIAL, 1), True, "unknown kind"),
        (protocol.REQUEST.pack(protocol.VISIT, 0), True, "unknown kind"),
    ],
)
def test_what_no_honest_worker_asks_ends_the_talk(
    frame: bytes, why: str, *, plays: bool
) -> None:
    """It is told as a breach of the protocol, and nothing is answered."""
    said, told = asked(frame, plays=plays)
    assert why in said.violation
    assert not told
