"""What a picture and a text of a tree have in common: states, numbers, words."""

from __future__ import annotations

from autograder.drawing.replay import Marks
from autograder.game import MAX, Number
from autograder.text import few
from autograder.trees.tree import GameTree, Window

VISITED, PRUNED = "visited", "pruned"
WRONGLY_VISITED, WRONGLY_SKIPPED = "wrongly-visited", "wrongly-skipped"
NAMED = 60  # characters of the labels in a sentence
INFINITE = {float("inf"): "∞", float("-inf"): "-∞"}


def states(tree: GameTree, marks: Marks) -> tuple[str, ...]:
    """The state of each node; "" for all that is not marked where nothing was searched.

    What is wrong stands before what is merely so.
    """
    rest = "" if marks.visited is None or marks.unfinished else PRUNED
    visited = marks.visited or frozenset()
    return tuple(
        WRONGLY_VISITED
        if label in marks.wrongly_visited
        else WRONGLY_SKIPPED
        if label in marks.wrongly_skipped
        else VISITED
        if label in visited
        else rest
        for label in tree.labels()
    )


def numeral(value: Number) -> str:
    """A number as a textbook writes it: 3, -0.25, ∞, and no noise of floats."""
    if isinstance(value, float):
        return INFINITE.get(value) or f"{value:.12g}"
    return str(value)


def window(bounds: Window) -> str:
    """`α=3 β=∞`."""
    alpha, beta = bounds
    return f"α={numeral(alpha)} β={numeral(beta)}"


def sentences(tree: GameTree, marks: Marks) -> str:
    """The drawn tree in words, for those who cannot see it."""
    count = len(tree.nodes)
    mover = "MAX" if tree.root.to_move == MAX else "MIN"
    nodes = "1 node" if count == 1 else f"{count} nodes"
    told = [f"A game tree of {nodes}; {mover} is to move at {tree.root.label}."]
    found: dict[str, list[str]] = {}
    for label, state in zip(tree.labels(), states(tree, marks), strict=True):
        found.setdefault(state, []).append(label)
    for state in (PRUNED, WRONGLY_VISITED, WRONGLY_SKIPPED):
        if state in found:
            names = few(tuple(found[state]), NAMED)
            told.append(f"{state.replace('-', ' ').capitalize()}: {names}.")
    if marks.principal:
        told.append(f"Principal variation: {few(marks.principal, NAMED)}.")
    if marks.wrong_at:
        told.append(f"The search first went wrong at {marks.wrong_at}.")
    return " ".join(told)
