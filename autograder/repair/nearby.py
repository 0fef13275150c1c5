"""A tree that a student may see, in the worker: a program is tried on it at once.

To ask the grader about each node takes longer than most programs take. What is asked is
written down, and told with the result. The grader alone knows the payoffs of playouts:
each is asked for once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from autograder.game import State, Value, View, hashable_content
from autograder.repair.loading import QUESTION, OutOfSteps, Steps
from autograder.worker import protocol
from autograder.worker.serve import Game, Remote, facts_of

Row = Sequence[
    Any
]  # label, mover, children, moves, payoff, chances, quiet, estimate, …


Playout = tuple[int, int, int]  # the tree, the node, which one of its own
MOST_ASKED = 20_000  # of one trial; the grader takes no longer result


class Nearby:
    """The trees of a search for repairs, by their numbers, and what is `asked`.

    `payoff` asks the grader for that of a playout.
    """

    def __init__(
        self,
        trees: Sequence[Sequence[Row]],
        steps: Steps,
        payoff: Callable[[Playout], Value | None],
    ) -> None:
        self._trees, self._steps, self._payoff = trees, steps, payoff
        self._payoffs: dict[Playout, Value | None] = {}
        self.asked: list[tuple[int, int]] = []
        self.left_at_playout = 0  # steps, at the last one

    def _ask(self, opcode: int, index: int) -> None:
        """Write down a question; OutOfSteps where there are far too many."""
        self.asked.append((opcode, index))
        if len(self.asked) > MOST_ASKED:
            raise OutOfSteps

    def opened(
        self, call: dict[str, Any], requests: int, replies: int, continued: Game | None
    ) -> Remote:
        """A game on the tree that a call names, its root, and nobody who stands in."""
        del requests, replies
        facts = facts_of(call["facts"])
        rows, apart = self._trees[call["nearby"]], facts.apart

        def below(index: int) -> State:
            row = rows[index]
            return State(game, index, row[0], hashable_content(row[8]), apart=apart)

        def fetch(state: State) -> View:
            index = state._handle
            self._ask(protocol.VISIT, index)
            _, mover, children, moves, payoff, chances, quiet, *_ = rows[index]
            names = moves or [rows[child][0] for child in children]
            pairs = zip(names, map(below, children), strict=True)
            return View(f"{mover} "[:-1], tuple(pairs), _value(payoff), chances, quiet)

        def estimate(state: State, opcode: int = protocol.ESTIMATE) -> Value | None:
            self._ask(opcode, state._handle)
            return _value(rows[state._handle][7])

        def peek(state: State) -> Value | None:
            return estimate(state, protocol.PEEK)

        play = self._player(call["nearby"]) if call["plays"] else None
        game = continued or Game(fetch, estimate, facts, play=play)
        return Remote(game, below(call["root"]), (), peek)

    def _player(self, tree: int) -> Callable[[State], Value | None]:
        """Who plays from a state of a tree: the n-th time it comes to the same."""
        played: Counter[int] = Counter()

        def play(state: State) -> Value | None:
            index = state._handle
            self._steps.tick(QUESTION)
            self._ask(protocol.PLAY, index)
            self.left_at_playout = self._steps.left
            played[index] += 1
            playout = tree, index, played[index]
            if playout not in self._payoffs:
                self._payoffs[playout] = self._payoff(playout)
            return self._payoffs[playout]

        return play


def _value(payoff: Any) -> Value | None:
    """A payoff as Python has it: those of all players are a tuple."""
    return tuple(payoff) if isinstance(payoff, list) else payoff
