"""In a search for repairs the grader is asked only for what it has not said before."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

from autograder.repair.walked import Recalled, Said
from autograder.worker import protocol

ORDERS = [[["first"]], [["is 1"], ["is 2"]], []]  # of each batch
DONE = {"returned": None}


class Grader:
    """Orders two batches; right is a walk whose last answer but one is 2."""

    def __init__(self) -> None:
        self.heard: list[list[Any]] = []  # by walk
        (self._from, to_grader), (from_grader, self._to) = os.pipe(), os.pipe()
        self.pipes = to_grader, from_grader

    def begin(self) -> None:
        """Another walk begins."""
        self.heard.append([])

    def verdict(self, result: dict[str, Any]) -> tuple[bool, ...]:
        """Whether the walk that is heard last was right."""
        frame = protocol.frame_of(protocol.RESULT, result)
        protocol.write_all(self.pipes[0], frame)
        return tuple(protocol.read_job(self.pipes[1])["facets"])

    def go_on(self) -> None:
        """Give the orders of each batch once all of the one before are answered."""
        sizes = [1, *map(len, ORDERS)]
        done = [sum(sizes[:n]) for n in range(1, len(sizes))]
        while head := os.read(self._from, protocol.REQUEST.size):
            opcode, size = protocol.REQUEST.unpack(head)
            sent = json.loads(protocol.read_exactly(self._from, size))
            walk = self.heard[-1]
            if opcode == protocol.RESULT:
                self._send({"facets": [walk[-2] == 2]})
                continue
            walk.append(sent)
            if len(walk) in done:
                self._send({"orders": ORDERS[done.index(len(walk))]})

    def _send(self, content: object) -> None:
        protocol.write_all(self._to, protocol.job_frame(content))


@contextmanager
def a_grader() -> Iterator[Grader]:
    """One that goes on beside the test."""
    grader = Grader()
    thread = Thread(target=grader.go_on, daemon=True)
    thread.start()
    yield grader
    os.close(grader.pipes[0])
    thread.join(10)


def walked(grader: Grader, said: Said, *answers: int) -> tuple[bool, ...]:
    """The verdict on a walk that answers so, as far as it comes."""
    talk = Recalled(said, grader.begin, grader.pipes)
    left = [*answers]
    talk.answer({})
    while orders := talk.orders():
        for _ in orders:
            if not left:
                return talk.verdict(DONE, grader.verdict)
            talk.answer(left.pop(0))
    return talk.verdict(DONE, grader.verdict)


def test_a_walk_like_another_is_not_heard_again() -> None:
    """Its orders and its verdict are those of the other."""
    with a_grader() as grader:
        said = Said()
        assert walked(grader, said, 0, 2, 5) == (True,)
        assert walked(grader, said, 0, 2, 5) == (True,)
        assert grader.heard == [[{}, 0, 2, 5]]


def test_a_walk_that_differs_is_heard_from_its_beginning() -> None:
    """In the last batch, in the first one, and where it ends in the middle of one."""
    with a_grader() as grader:
        said = Said()
        assert walked(grader, said, 0, 2, 5) == (True,)
        assert walked(grader, said, 0, 3, 5) == (False,)
        assert walked(grader, said, 2, 2, 5) == (True,)
        assert walked(grader, said, 2, 2) == (True,)
        assert walked(grader, said, 0, 3, 5) == (False,)
        assert walked(grader, said, 2, 2) == (True,)
        assert grader.heard == [
            [{}, 0, 2, 5],
            [{}, 0, 3, 5],
            [{}, 2, 2, 5],
            [{}, 2, 2],
        ]
