"""What the grader said in the walks of one trial, so that it is not asked again.

Programs that differ by one edit mostly say the same. What the grader orders follows
from what was answered before, and from nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from autograder.worker import protocol
from autograder.worker.walking import Talk

Texts = tuple[str, ...]  # answers, as JSON


@dataclass(slots=True)
class Said:
    """What was ordered after some batches of answers, and what came after more.

    `verdicts` has which facets are right where a walk ends there, by the answers that
    are no whole batch, and the result.
    """

    orders: list[list[Any]] = field(default_factory=list)
    then: dict[Texts, Said] = field(default_factory=dict)
    verdicts: dict[Texts, tuple[bool, ...]] = field(default_factory=dict)


class Recalled(Talk):
    """A walk in which the grader is asked only for what it has not said before.

    `begin` lets it begin a walk; then it hears all that was answered until now.
    """

    def __init__(
        self, said: Said, begin: Callable[[], object], pipes: tuple[int, int]
    ) -> None:
        super().__init__(*pipes)
        self._said, self._begin = said, begin
        self._answers: list[str] = []  # since the last orders
        self._unheard: list[Texts] = []
        self._has_begun = False

    def answer(self, answer: Any) -> None:
        """Keep what came of an order."""
        self._answers.append(json.dumps(answer))

    def orders(self) -> list[list[Any]]:
        """What to do next, as it was said before or as the grader says it now."""
        batch, self._answers = tuple(self._answers), []
        self._unheard.append(batch)
        if batch not in self._said.then:
            self._said.then[batch] = Said(self._newly_said())
        self._said = self._said.then[batch]
        return self._said.orders

    def verdict(
        self, result: dict[str, Any], tell: Callable[[dict[str, Any]], tuple[bool, ...]]
    ) -> tuple[bool, ...]:
        """Which facets are right of a walk that ends with a result."""
        end = *self._answers, json.dumps(result)
        if end not in self._said.verdicts:
            self._newly_said()
            self._send(end[:-1])
            self._said.verdicts[end] = tell(result)
        return self._said.verdicts[end]

    def _newly_said(self) -> list[list[Any]]:
        """What the grader orders once it has heard all whole batches."""
        if not self._has_begun:
            self._begin()
        self._has_begun = True
        orders: list[list[Any]] = []
        for batch in self._unheard:
            self._send(batch)
            orders = super().orders()
        self._unheard.clear()
        return orders

    def _send(self, answers: Texts) -> None:
        frames = (protocol.frame_of_text(protocol.STEP, each) for each in answers)
        protocol.write_all(self.pipes[0], b"".join(frames))
