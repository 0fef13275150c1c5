"""α, β and v: what is known at a node while a search goes along below it."""

from __future__ import annotations

from dataclasses import dataclass

from autograder.game import MAX, Number
from autograder.trees.tree import INFINITY, Window
from autograder.trees.values import BEST


@dataclass(frozen=True, slots=True)
class Bounds:
    """The window while one node is searched, and the nodes at which it was set.

    `alpha_at` and `beta_at` are labels; "" stands for the window of the root.
    """

    alpha: Number = -INFINITY
    beta: Number = INFINITY
    alpha_at: str = ""
    beta_at: str = ""

    @property
    def window(self) -> Window:
        """(α, β)."""
        return self.alpha, self.beta

    def after(self, mover: str, label: str, value: Number) -> Bounds:
        """The bounds once a child of the node `label` is known to be worth this."""
        if mover == MAX and value > self.alpha:
            return Bounds(value, self.beta, label, self.beta_at)
        if mover != MAX and value < self.beta:
            return Bounds(self.alpha, value, self.alpha_at, label)
        return self


def better(mover: str, v: Number | None, value: Number) -> Number:
    """The better of two values for the player to move; v is None before the first."""
    return value if v is None else BEST[mover](v, value)
