"""A plain Star1 that notes all it does: what walks with chance are held against.

Ballard, "The *-minimax search procedure for trees containing chance nodes" (1983). It
counts with fractions, so that a tie is a tie, or with floats as a student does; and it
knows no code of the grader.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from typing import Any

from autograder.trees.tree import GameTree
from tests.plainsearch import Order, Window, left_to_right

BOTH = frozenset(("max", "min"))
FULL: Window = (-inf, inf)
Number = Callable[[Any], Any]


def exact(number: float) -> Fraction | float:
    """The number as a fraction; what is infinite stays so."""
    return number if abs(number) == inf else Fraction(number)


@dataclass(frozen=True)
class Moment:
    """Before one child: the window of its parent, and whether it is searched."""

    node: str
    window: tuple[Any, Any]
    child: str
    goes_on: bool


@dataclass
class Star1:
    """One search. Players in `stops` cut on equality, the others strictly.

    With `narrows` a chance node hands its window on, else a full one. Where a chance
    node ties with its window, it is left unless the next child is in `at_ties`. Without
    `prunes` nothing is cut. `number` makes numbers of those of the tree. It stops
    `deeper` plies beyond the horizon.
    """

    tree: GameTree
    order: Order = left_to_right
    stops: frozenset[str] = BOTH
    narrows: bool = True
    at_ties: Collection[str] = ()
    prunes: bool = True
    number: Number = exact
    visited: list[str] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)

    def run(self, window: Window = FULL) -> Star1:
        """Search the whole tree."""
        self.value(0, *map(self.number, window))
        return self

    def value(self, index: int, alpha: Any, beta: Any) -> Any:
        """Search what is below a node."""
        node = self.tree.nodes[index]
        self.visited.append(node.label)
        if node.utility is not None:
            return self.number(node.utility)
        if index in self.tree.horizon:
            return self.number(node.estimate)
        if node.to_move == "chance":
            return self._mean(index, alpha, beta)
        return self._best(index, alpha, beta)

    def _best(self, index: int, alpha: Any, beta: Any) -> Any:
        node = self.tree.nodes[index]
        window, v = (alpha, beta), None
        for child in self.order(node.children):
            cut = v is not None and self._cuts(node.to_move, v, *window)
            if not self._goes_on(index, child, window, goes_on=not cut):
                break
            found = self.value(child, *window)
            if node.to_move == "max":
                v = found if v is None else max(v, found)
                window = max(window[0], v), beta
            else:
                v = found if v is None else min(v, found)
                window = alpha, min(window[1], v)
        return v

    def _cuts(self, mover: str, v: Any, alpha: Any, beta: Any) -> bool:
        if mover == "max":
            return bool(v >= beta if mover in self.stops else v > beta)
        return bool(v <= alpha if mover in self.stops else v < alpha)

    def _mean(self, index: int, alpha: Any, beta: Any) -> Any:
        node = self.tree.nodes[index]
        order = list(self.order(node.children))
        chance_of = dict(zip(node.children, node.probabilities, strict=True))
        weights = [self.number(chance_of[child]) for child in order]
        least, greatest = map(self.number, self.tree.bounds or FULL)
        total = self.number(0)
        for place, child in enumerate(order):
            left, rest = sum(weights[place:]), sum(weights[place + 1 :])
            most, fewest = total + left * greatest, total + left * least
            cut = place > 0 and self._is_out(child, most, fewest, alpha, beta)
            if not self._goes_on(index, child, (alpha, beta), goes_on=not cut):
                return most if most <= alpha else fewest
            window = self.number(-inf), self.number(inf)
            if self.narrows and self.tree.bounds:
                low = alpha - total - rest * greatest
                high = beta - total - rest * least
                window = low / weights[place], high / weights[place]
            total += weights[place] * self.value(child, *window)
        return total

    def _is_out(self, child: int, *known: Any) -> bool:
        """Whether what is left cannot bring a chance node back into its window."""
        most, fewest, alpha, beta = known
        if most < alpha or fewest > beta:
            return True
        tie = most == alpha or fewest == beta
        return tie and self.tree.nodes[child].label not in self.at_ties

    def _goes_on(
        self, index: int, child: int, window: tuple[Any, Any], *, goes_on: bool
    ) -> bool:
        goes_on = goes_on or not self.prunes
        labels = self.tree.nodes[index].label, self.tree.nodes[child].label
        self.moments.append(Moment(labels[0], window, labels[1], goes_on))
        return goes_on
