"""Trees that are written out node by node: read them, and write them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from collections.abc import Mapping as MappingType
from itertools import count, product
from string import ascii_uppercase

from autograder.fields import Fields
from autograder.game import Content, Number, position_of
from autograder.marked import Mapping, Mark, MarkedNode, Scalar, Sequence, Source
from autograder.trees import GameTree, Node, breadth_first

LONGEST_LABEL = 40  # characters


class Outline:
    """The nodes of a `tree:` in depth-first order, as parallel lists."""

    def __init__(self, source: Source) -> None:
        self._fields = Fields(source)
        self._complain = source.complain
        self.labels: list[str] = []
        self.depths: list[int] = []
        self.children: list[list[int]] = []
        self.utilities: list[Number | None] = []
        self._marks: dict[str, Mark] = {}

    def read(self, tree: MarkedNode) -> bool:
        """Walk the tree without recursion; whether there are any nodes."""
        stack = [(*self._root(tree), 0, -1)]
        while stack:
            label, node, depth, parent = stack.pop()
            index = len(self.labels)
            if parent >= 0:
                self.children[parent].append(index)
            self.labels.append(self._checked(label) if label else "")
            self.depths.append(depth)
            self.children.append([])
            leaf = isinstance(node, Scalar)
            self.utilities.append(self._fields.number(node) if leaf else None)
            below = self._below(node)
            stack.extend((name, n, depth + 1, index) for name, n in reversed(below))
        self._name_the_unnamed()
        return True

    def nodes(
        self, players: tuple[str, ...], content: MappingType[str, Content]
    ) -> tuple[Node, ...]:
        """The nodes, with who moves at each depth and the content of positions."""
        return tuple(
            Node(
                label,
                players[depth % len(players)],
                tuple(children),
                utility,
                content.get(position_of(label)),
            )
            for label, depth, children, utility in zip(
                self.labels, self.depths, self.children, self.utilities, strict=True
            )
        )

    def _root(self, tree: MarkedNode) -> tuple[Scalar | None, MarkedNode]:
        if isinstance(tree, Scalar):
            self._complain(tree.mark, "a tree is a list or a labelled node, not a leaf")
        if not isinstance(tree, Mapping):
            return None, tree
        if len(tree.pairs) > 1:
            found = ", ".join(key.text for key, _ in tree.pairs[:3])
            self._complain(tree.mark, f"a tree has one root; found {found}")
        return tree.pairs[0] if tree.pairs else (None, tree)

    def _below(self, node: MarkedNode) -> list[tuple[Scalar | None, MarkedNode]]:
        if isinstance(node, Scalar):
            return []
        below: list[tuple[Scalar | None, MarkedNode]]
        if isinstance(node, Sequence):
            below = [(None, item) for item in node.items]
        else:
            below = list(node.pairs)
        if not below:
            self._complain(node.mark, "a node without children: a leaf is a number")
        return below

    def _checked(self, key: Scalar) -> str:
        label = key.text
        if not 0 < len(label) <= LONGEST_LABEL or not label.isprintable():
            limit = f"a label has 1 to {LONGEST_LABEL} printable characters"
            self._complain(key.mark, f"{limit}, found {label[:50]!r}")
        if label in self._marks:
            first = self._marks[label]
            self._complain(
                key.mark,
                f"{label}: another node has this label already, in line {first.line}, "
                f"column {first.column}; {label}#2 would be the same position again",
            )
        self._marks[label] = key.mark
        return label

    def _name_the_unnamed(self) -> None:
        """Labels for list items, breadth first: A, B, … Z, AA, …, none twice."""
        names = (name for name in letters() if name not in self._marks)
        for index in breadth_first(self.children):
            self.labels[index] = self.labels[index] or next(names)


def letters() -> Iterator[str]:
    """A, B, …, Z, AA, AB, …."""
    for length in count(1):
        for letters_ in product(ascii_uppercase, repeat=length):
            yield "".join(letters_)


def dump(tree: GameTree) -> str:
    """The tree as a file that reads back as the same tree, whatever made it."""
    content = {position_of(n.label): n.content for n in tree.nodes if n.content}
    expect = {
        name: value
        for name, value in (
            ("value", tree.expect.value),
            ("action", tree.expect.action),
            ("pruned", tree.expect.pruned),
        )
        if value is not None
    }
    rows: dict[str, str] = {
        "title": json.dumps(tree.title) if tree.title else "",
        "source": json.dumps(tree.source) if tree.source else "",
        "players": json.dumps(_players(tree)),
        "window": f"[{', '.join(map(_number, tree.window))}]",
        "data": json.dumps(content) if content else "",
        "expect": json.dumps(expect) if expect else "",
        "tree": f"{{{_nested(tree)}}}",
    }
    return "".join(f"{key}: {row}\n" for key, row in rows.items() if row)


def _players(tree: GameTree) -> list[str]:
    """Who moves at each depth; a tree whose files say it must agree on that."""
    players: list[str] = []
    ply: tuple[int, ...] = (0,)
    while ply:
        movers = {tree.nodes[index].to_move for index in ply}
        if len(movers) > 1:
            raise ValueError(f"{tree.title}: both players move at depth {len(players)}")
        players.extend(movers)
        ply = tuple(child for index in ply for child in tree.nodes[index].children)
    return players


def _nested(tree: GameTree) -> str:
    """Flow mappings, written without recursion."""
    parts: list[str] = []
    stack: list[int | str] = [0]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        node = tree.nodes[item]
        parts.append(json.dumps(node.label) + ": ")
        if node.utility is not None:
            parts.append(_number(node.utility))
            continue
        parts.append("{")
        stack.append("}")
        for child in reversed(node.children):
            stack.extend((child, ", "))
        stack.pop()  # no comma before the first child
    return "".join(parts)


def _number(value: Number) -> str:
    text = repr(value)
    if "inf" in text:
        return text.replace("inf", ".inf")
    return text if "e" not in text or "." in text else text.replace("e", ".0e")
