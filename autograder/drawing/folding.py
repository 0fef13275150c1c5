"""What of a tree is drawn: all of it, but for what lies far beyond a horizon.

A game that is played by rules goes on beyond the horizon, in every direction, and what
the search looks at would be lost among what it never reaches.
"""

from __future__ import annotations

from dataclasses import replace

from autograder.drawing.nodes import beyond
from autograder.drawing.replay import Marks
from autograder.trees.tree import GameTree

MOST_WHOLE = 60  # nodes of a tree that is drawn as a whole


def folded(tree: GameTree, marks: Marks) -> GameTree:
    """The tree without the nodes beyond its horizon to which no search went.

    Siblings stay together. A small tree stays whole; labels stay what they were.
    """
    if len(tree.nodes) <= MOST_WHOLE or not tree.horizon:
        return tree
    kept = _kept(tree, marks)
    number = {index: place for place, index in enumerate(kept)}
    nodes = []
    for index in kept:
        node = tree.nodes[index]
        below = [number[child] for child in node.children if child in number]
        chances = node.probabilities if below else ()
        nodes.append(replace(node, children=tuple(below), probabilities=chances))
    return replace(tree, nodes=tuple(nodes))


def left_out(count: int) -> str:
    """How many nodes that is."""
    nodes = "1 node" if count == 1 else f"{count} nodes"
    return f"{nodes} beyond the horizon {'is' if count == 1 else 'are'} left out"


def _kept(tree: GameTree, marks: Marks) -> list[int]:
    """The indices of what is drawn, parents before their children."""
    far, went = beyond(tree), _went(tree, marks)
    kept = []
    reached = {0}
    for index, node in enumerate(tree.nodes):
        if index not in reached:
            continue
        kept.append(index)
        is_near = not far.intersection(node.children)
        if is_near or not went.isdisjoint(node.children):
            reached.update(node.children)
    return kept


def _went(tree: GameTree, marks: Marks) -> set[int]:
    """The nodes at or below which there was a visit."""
    visited = (marks.visited or frozenset()) | marks.wrongly_visited
    went: set[int] = set()
    for index in reversed(range(len(tree.nodes))):
        node = tree.nodes[index]
        if node.label in visited or not went.isdisjoint(node.children):
            went.add(index)
    return went
