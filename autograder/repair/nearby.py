"""A tree that a student may see, in the worker: a program is tried on it at once.

To ask the grader about each node takes longer than most programs take. What is asked is
written down, and told with the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autograder.game import State, Value, View, frozen
from autograder.worker import protocol
from autograder.worker.serve import Game, Remote, facts_of

Row = Sequence[
    Any
]  # label, mover, children, moves, payoff, chances, quiet, estimate, …


class Nearby:
    """The trees of a search for repairs, by their numbers, and what is `asked`."""

    def __init__(self, trees: Sequence[Sequence[Row]]) -> None:
        self._trees = trees
        self.asked: list[tuple[int, int]] = []

    def opened(
        self, call: dict[str, Any], requests: int, replies: int, continued: Game | None
    ) -> Remote:
        """A game on the tree that a call names, its root, and nobody who stands in."""
        del requests, replies
        facts = facts_of(call["facts"])
        rows, apart = self._trees[call["nearby"]], facts.apart

        def below(index: int) -> State:
            row = rows[index]
            return State(game, index, row[0], frozen(row[8]), apart=apart)

        def fetch(state: State) -> View:
            index = state._handle
            self.asked.append((protocol.VISIT, index))
            _, mover, children, moves, payoff, chances, quiet, *_ = rows[index]
            names = moves or [rows[child][0] for child in children]
            pairs = zip(names, map(below, children), strict=True)
            return View(f"{mover} "[:-1], tuple(pairs), _value(payoff), chances, quiet)

        def estimate(state: State, opcode: int = protocol.ESTIMATE) -> Value | None:
            self.asked.append((opcode, state._handle))
            return _value(rows[state._handle][7])

        def peek(state: State) -> Value | None:
            return estimate(state, protocol.PEEK)

        game = continued or Game(fetch, estimate, facts)
        return Remote(game, below(call["root"]), (), peek)


def _value(payoff: Any) -> Value | None:
    """A payoff as Python has it: those of all players are a tuple."""
    return tuple(payoff) if isinstance(payoff, list) else payoff
