"""α, β and v along the visits of a search: what was known when each was made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from autograder.drawing.replay import Step, Window
from autograder.game import MAX, Number
from autograder.trees.tree import INFINITY, GameTree

FULL: Window = (-INFINITY, INFINITY)


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
    if v is None:
        return value
    return max(v, value) if mover == MAX else min(v, value)


def returned(tree: GameTree, visited: Sequence[int]) -> dict[int, Number]:
    """What each visited node is worth if there are no others; parents stand first.

    In a fail-soft search that is what its call returns: a value, or a bound. An inner
    node below which no leaf was visited has none.
    """
    worth: dict[int, Number] = {}
    for index in reversed(visited):
        node = tree.nodes[index]
        if node.utility is not None:
            worth[index] = node.utility
            continue
        below = [worth[child] for child in node.children if child in worth]
        if below:
            worth[index] = max(below) if node.to_move == MAX else min(below)
    return worth


def steps(
    tree: GameTree, visited: Sequence[str], window: Window | None
) -> tuple[Step, ...]:
    """Each visit with the window and the parent's v, as far as they were known then.

    Known is what the search's own visits below an elder sibling come to.
    """
    index_of = {node.label: index for index, node in enumerate(tree.nodes)}
    order = [index_of[label] for label in visited]
    parent = {child: i for i, node in enumerate(tree.nodes) for child in node.children}
    worth = returned(tree, sorted(order))
    at: dict[int, Bounds] = {0: Bounds(*(window or FULL))}
    v: dict[int, Number] = {}
    elder: dict[int, int] = {}
    made = []
    for index in order:
        above = parent.get(index)
        if above is not None:
            node = tree.nodes[above]
            if above in elder and elder[above] in worth:
                value = worth[elder[above]]
                v[above] = better(node.to_move, v.get(above), value)
                at[above] = at[above].after(node.to_move, node.label, value)
            elder[above] = index
            at[index] = at[above]
        label = tree.nodes[index].label
        entered = at[index].window if window is not None else None
        made.append(Step(label, entered, None if above is None else v.get(above)))
    return tuple(made)
