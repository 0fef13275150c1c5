"""What of a tree is drawn: what is not far beyond a horizon, or only what is near.

A game that is played by rules goes on beyond the horizon, in every direction, and what
the search looks at would be lost among what it never reaches; so would be one wrong
step in a tree that is larger than a page.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import compress

from autograder.drawing.layout import parents
from autograder.drawing.nodes import beyond
from autograder.drawing.replay import Marks
from autograder.trees.tree import GameTree

MOST_WHOLE = 60  # nodes of a tree that is drawn as a whole
MOST_AROUND = 24  # nodes of a larger one that are drawn around one of them


@dataclass(frozen=True, slots=True)
class Part:
    """What is drawn of a tree: a smaller tree, and where its nodes stand in the other.

    `more` counts by label the nodes below that are left out.
    """

    tree: GameTree
    places: tuple[int, ...]
    more: Mapping[str, int]


def whole(tree: GameTree) -> Part:
    """All of a tree."""
    return Part(tree, tuple(range(len(tree.nodes))), {})


def around(tree: GameTree, marks: Marks, focus: str) -> Part:
    """A small tree, or of a larger one what was searched near the node of a label.

    Siblings stay together, and so does the way from the root.
    """
    if len(tree.nodes) <= MOST_WHOLE:
        return whole(tree)
    kept = sorted(_near(tree, marks, tree.labels().index(focus)))
    sizes, nodes = tree.sizes(), tree.nodes
    folds = (i for i in kept if nodes[i].children and nodes[i].children[0] not in kept)
    more = {nodes[index].label: sizes[index] - 1 for index in folds}
    return Part(part_of(tree, kept), tuple(kept), more)


def _near(tree: GameTree, marks: Marks, focus: int) -> set[int]:
    """The way to a node with its siblings, its children, and more that is near."""
    above = parents([node.children for node in tree.nodes])
    went = range(len(tree.nodes)) if marks.visited is None else _went(tree, marks)
    kept, index = {0, *tree.nodes[focus].children}, focus
    while index:
        index = above[index]
        kept.update(tree.nodes[index].children)
    waiting, seen = deque([focus]), {-1}
    while waiting:
        index = waiting.popleft()
        if index in seen:
            continue
        seen.add(index)
        children = tree.nodes[index].children
        if index in went and len(kept.union(children)) <= MOST_AROUND:
            kept.update(children)
        waiting += [above[index], *(child for child in children if child in kept)]
    return kept


def folded(tree: GameTree, marks: Marks) -> GameTree:
    """The tree without the nodes beyond its horizon to which no search went.

    Siblings stay together. A small tree stays whole; labels stay what they were.
    """
    if len(tree.nodes) <= MOST_WHOLE or not tree.horizon:
        return tree
    return part_of(tree, _kept(tree, marks))


def part_of(tree: GameTree, kept: Collection[int]) -> GameTree:
    """The tree of some nodes, parents before their children."""
    number = {index: place for place, index in enumerate(kept)}
    nodes = []
    for index in kept:
        node = tree.nodes[index]
        stays = [child in number for child in node.children]
        nodes.append(
            replace(
                node,
                children=tuple(number[c] for c in compress(node.children, stays)),
                probabilities=tuple(compress(node.probabilities, stays)),
                moves=tuple(compress(node.moves, stays)),
            )
        )
    return replace(tree, nodes=tuple(nodes))


def left_out(count: int) -> str:
    """How many nodes that is."""
    nodes = "1 node" if count == 1 else f"{count} nodes"
    return f"{nodes} beyond the horizon {'is' if count == 1 else 'are'} left out"


def drawn_of(part: Part, tree: GameTree) -> str:
    """How much of a tree is drawn, and what stands for the rest; "" where all is."""
    if not part.more:
        return ""
    drawn, all_nodes = len(part.tree.nodes), len(tree.nodes)
    return f"{drawn} of {all_nodes} nodes are drawn; +5 at a node: 5 more are below it."


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
