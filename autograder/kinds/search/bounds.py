"""α, β and v: what is known at a node while a search goes along below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from autograder.game import MAX, MIN, Number, Value
from autograder.trees.tree import INFINITY, GameTree, Node, Window
from autograder.trees.values import equal, window_seen_by, worth

ALPHA, BETA = "alpha", "beta"


@dataclass(frozen=True, slots=True)
class Bounds:
    """The window while one node is searched, and the nodes at which it was set.

    `alpha_at` and `beta_at` are labels; "" stands for the window of the root. The ends
    `narrowed` were set by a chance node, which has no use for what lies beyond them.
    """

    alpha: Number = -INFINITY
    beta: Number = INFINITY
    alpha_at: str = ""
    beta_at: str = ""
    narrowed: frozenset[str] = frozenset()

    @property
    def window(self) -> Window:
        """(α, β)."""
        return self.alpha, self.beta

    def after(self, mover: str, label: str, value: Number) -> Bounds:
        """The bounds once a child of the node `label` is known to be worth this."""
        if mover == MAX and value > self.alpha:
            kept = self.narrowed - {ALPHA}
            return Bounds(value, self.beta, label, self.beta_at, kept)
        if mover == MIN and value < self.beta:
            kept = self.narrowed - {BETA}
            return Bounds(self.alpha, value, self.alpha_at, label, kept)
        return self

    def by_min(self) -> Bounds:
        """The bounds in what MIN gets: his α is MAX's β, negated."""
        alpha, beta = window_seen_by(MIN, self.window)
        return Bounds(alpha, beta, self.beta_at, self.alpha_at)

    def closed(self, mover: str) -> Bounds:
        """The bounds once a player has come to that of the other, and no further."""
        if mover == MAX:
            return replace(self, alpha=self.beta, alpha_at=self.beta_at)
        return replace(self, beta=self.alpha, beta_at=self.alpha_at)


UNBOUNDED = Bounds()


@dataclass(frozen=True, slots=True)
class Mean:
    """What is known of a chance node's value, child by child.

    `sum` is what the children known are worth, each weighted by its probability, `rest`
    the probability of the others. All that is left is worth the `least` or the
    `greatest` utility at the extremes, which nobody may know.
    """

    sum: Number = 0
    rest: float = 1.0
    least: Number = -INFINITY
    greatest: Number = INFINITY

    def after(self, probability: float, value: Number) -> Mean:
        """What is known once one more child is."""
        left = max(self.rest - probability, 0.0)
        return replace(self, sum=self.sum + probability * value, rest=left)

    @property
    def most(self) -> Number:
        """What the node can come to at most."""
        return self._with(self.rest, self.greatest)

    @property
    def fewest(self) -> Number:
        """What it comes to at least."""
        return self._with(self.rest, self.least)

    def beyond(self, bounds: Bounds) -> Number:
        """What is known of a node that is left: its bound outside of the window."""
        is_beyond = self.fewest > bounds.beta or equal(self.fewest, bounds.beta)
        return self.fewest if is_beyond else self.most

    def window(self, bounds: Bounds, probability: float, label: str) -> Bounds:
        """The bounds for the next child, outside of which its value does not matter.

        They are those of Ballard's Star1 ("The *-minimax search procedure for trees
        containing chance nodes", 1983). Without a least and a greatest utility there
        are none.
        """
        if self.least == -INFINITY or self.greatest == INFINITY:
            return UNBOUNDED
        left = max(self.rest - probability, 0.0)
        alpha = bounds.alpha - self._with(left, self.greatest)
        beta = bounds.beta - self._with(left, self.least)
        narrowed = frozenset((ALPHA, BETA))
        return Bounds(alpha / probability, beta / probability, label, label, narrowed)

    def _with(self, probability: float, end: Number) -> Number:
        if abs(end) == INFINITY:
            return end
        return self.sum + probability * end


def mean_of(tree: GameTree) -> Mean:
    """What is known of a chance node before any of its children."""
    return Mean(0, 1.0, *(tree.bounds or (-INFINITY, INFINITY)))


def better(tree: GameTree, node: Node, v: Value | None, value: Value) -> Value:
    """The better of two values for the player to move; v is None before the first."""
    return value if v is None else worth(tree, node, (v, value))


def best(tree: GameTree, node: Node, values: Sequence[Value]) -> Value | None:
    """What the player to move takes of these; None where chance moves, or of none."""
    return worth(tree, node, values) if values and not node.probabilities else None
