"""How many lines of play a student's game has by length, counted in one worker.

Nothing here is judged: the worker is believed, and whoever asks holds its counts
against the right ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from autograder.kinds.game.question import Rules
from autograder.observing.observation import LEAST_RECURSION
from autograder.observing.outcome import Fault, Outcome, failed, outcomes_of
from autograder.sandbox import forms
from autograder.sandbox.jobs import NO_TREE, Job, WalkCall
from autograder.sandbox.oracle import Oracle
from autograder.sandbox.sandbox import Sandbox
from autograder.worker import protocol
from autograder.worker.seven import INITIAL

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
        calls = [["count", self._asked]]
        form = forms.of_order(calls) if self._asked else forms.OPENING
        said = form(answer)
        goes_on = self._take(*said) if self._asked else True
        orders = []
        if goes_on and self._asked < self._depth:
            self._asked += 1
            orders = [[["count", self._asked]]]
        return protocol.job_frame({"orders": orders})

    def _take(self, said: Mapping[str, Any]) -> bool:
        if "error" in said:
            self.stopped = said["function"], failed(said["error"])
            return False
        return self._watch(tuple([(action, lines) for action, lines in said["counts"]]))


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
