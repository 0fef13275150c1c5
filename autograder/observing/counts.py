"""How many lines of play a student's game has by length, counted in one worker.

Nothing here is judged: the worker is believed, and whoever asks holds its counts
against the right ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.assignment.plays import FUNCTIONS, INITIAL, Rules
from autograder.observing.observation import LEAST_RECURSION
from autograder.observing.outcome import Fault, Outcome, decode, outcomes_of
from autograder.sandbox.jobs import NO_TREE, Job, WalkCall
from autograder.sandbox.oracle import Oracle
from autograder.sandbox.sandbox import Sandbox
from autograder.worker import protocol
from autograder.worker.protocol import ProtocolError

WRONG_FORM = "it told of the number of lines in another form"

SECONDS = 60.0  # of the CPU in which a game is counted, at the least

Division = tuple[tuple[str, int], ...]  # lines of one length by their first action
Watch = Callable[[Division], bool]  # takes a length, and says whether to count the next


@dataclass(frozen=True, slots=True)
class Stopped:
    """Which function kept a length from being counted, and how."""

    function: str
    fault: Fault


class _Counting(Oracle):
    """Asks for one length after the other, to a depth, or until nobody wants more."""

    def __init__(self, depth: int, watch: Watch) -> None:
        super().__init__(NO_TREE)
        self.stopped: tuple[str, Outcome] | None = None
        self._depth, self._watch = depth, watch
        self._asked = 0

    def step(self, answer: object) -> bytes:
        """Take in a length, and ask for the next."""
        if type(answer) is not dict:
            raise ProtocolError(WRONG_FORM)
        goes_on = self._take(answer) if self._asked else True
        orders = []
        if goes_on and self._asked < self._depth:
            self._asked += 1
            orders = [["count", self._asked]]
        return protocol.job_frame({"orders": orders})

    def _take(self, answer: dict[str, object]) -> bool:
        if "error" in answer:
            told = answer.get("function")
            function = told if type(told) is str and told in FUNCTIONS else INITIAL
            self.stopped = function, decode({"error": answer["error"]})
            return False
        counts = answer.get("counts")
        if type(counts) is not list:
            raise ProtocolError(WRONG_FORM)
        return self._watch(tuple(map(_pair, counts)))


def _pair(sent: object) -> tuple[str, int]:
    """An action and its lines as a worker sent them."""
    if type(sent) is not list or [*map(type, sent)] != [str, int] or sent[1] < 0:
        raise ProtocolError(WRONG_FORM)
    return sent[0], sent[1]


def count(
    sandbox: Sandbox, folder: Path, question: Rules, depth: int, watch: Watch
) -> Stopped | None:
    """Let the game in a folder count its lines of 1, 2, … actions, up to a depth.

    Each length is handed to `watch`; returns what kept the next from being counted.
    """
    counting = _Counting(depth, watch)
    limits = question.limits
    job = Job(
        folder=folder,
        module=question.module,
        calls=(WalkCall(counting, seven=question.is_tuple),),
        limits=replace(limits, seconds=max(limits.seconds, SECONDS)),
        recursion_limit=LEAST_RECURSION,
    )
    (outcome,) = outcomes_of(sandbox.run(job), folder, job.limits, 1)
    function, ended = counting.stopped or (INITIAL, outcome)
    return Stopped(function, ended) if isinstance(ended, Fault) else None
