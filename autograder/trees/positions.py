"""What a tree file says of the nodes below a position, a row a position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from autograder.game import position_of
from autograder.text import clean
from autograder.trees.fields import Fields
from autograder.trees.marked import SHOWN, Mapping, MarkedNode, Scalar
from autograder.trees.tree import Node


def rows(
    fields: Fields, given: MarkedNode, nodes: Sequence[Node]
) -> Iterator[tuple[Scalar, MarkedNode, Node]]:
    """Each row of a mapping by position: its key, itself, and the position's node.

    What stands there of a leaf, or of no position at all, is a problem of the file.
    """
    fields.mapping(given)
    first: dict[str, Node] = {}
    for node in nodes:
        first.setdefault(position_of(node.label), node)
    for key, row in given.pairs if isinstance(given, Mapping) else ():
        named = first.get(key.text)
        if named is None:
            fields.complain(key.mark, f"no position {key.text[:SHOWN]!r} here")
        elif not named.children:
            fields.complain(key.mark, f"{clean(key.text, SHOWN)} is a leaf")
        else:
            yield key, row, named
