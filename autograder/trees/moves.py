"""The names of moves, as a tree file gives them; without any they are their states'."""

from __future__ import annotations

from dataclasses import replace

from autograder.game import CHANCE, position_of
from autograder.text import clean
from autograder.trees.explicit import wrong_name
from autograder.trees.fields import TRUTH, Fields, describe
from autograder.trees.marked import SHOWN, Mapping, MarkedNode, Sequence
from autograder.trees.positions import rows
from autograder.trees.tree import Node

KEY = "actions"  # of a tree file
IS_WRITTEN = (
    "expected the names of the moves, `[left, right]` for all nodes or `{{A: [left, "
    "right]}}` by position, found {}; only a game has its own, for `true`"
)
Names = tuple[str, ...]


def with_names(
    fields: Fields, given: MarkedNode | None, nodes: tuple[Node, ...]
) -> tuple[Node, ...]:
    """The nodes with the names of their moves: by position, or one list for all.

    Of one list each node in which a player moves takes the first, as many as it needs.
    """
    if given is None:
        return nodes
    if not isinstance(given, Mapping):
        return _with_one_list(fields, given, nodes)
    said = {
        key.text: _row(fields, row, node)
        for key, row, node in rows(fields, given, nodes)
    }
    return tuple(
        [replace(node, moves=said.get(position_of(node.label), ())) for node in nodes]
    )


def _with_one_list(
    fields: Fields, given: MarkedNode, nodes: tuple[Node, ...]
) -> tuple[Node, ...]:
    if not isinstance(given, Sequence):
        fields.complain(given.mark, IS_WRITTEN.format(describe(given)))
        return nodes
    played = [node for node in nodes if node.children and node.to_move != CHANCE]
    if not played:
        fields.complain(given.mark, "no player moves here")
        return nodes
    widest = max(played, key=lambda node: len(node.children))
    names = _row(fields, given, widest)
    return tuple(
        [
            node if node.to_move == CHANCE else replace(node, moves=names[:count])
            for node in nodes
            for count in [len(node.children)]
        ]
    )


def _row(fields: Fields, row: MarkedNode, named: Node) -> Names:
    """The names of one node's moves; nothing if they are wrong."""
    names: dict[str, None] = {}
    items = fields.items(row)
    if not isinstance(row, Sequence):
        return ()
    for item in items:
        name = fields.text(item)
        wrong = "" if name is None else wrong_name(name)
        if name in names:
            wrong = f"{clean(name, SHOWN)} stands here twice, for two actions"
        if wrong:
            fields.complain(item.mark, wrong)
        if name is None or wrong:
            return ()
        names[name] = None
    return _fitting(fields, row, named, tuple(names))


def _fitting(fields: Fields, row: MarkedNode, named: Node, names: Names) -> Names:
    count, label = len(named.children), clean(named.label, SHOWN)
    if len(names) == count:
        return names
    many = "too many" if len(names) > count else "too few"
    wanted = f"{label} has {count} action{'s' if count > 1 else ''}"
    fields.complain(row.mark, f"{many} names: {wanted}, found {len(names)}")
    return ()


def are_named(fields: Fields, given: MarkedNode | None) -> bool:
    """Whether a game's own names are wanted, `true` or `false` in the file."""
    return given is not None and fields.choice(given, TRUTH) == TRUTH[0]


def wrong_names(names: object, count: int) -> str:
    """Why these are no names of so many moves, as a game gives them; or ""."""
    if not isinstance(names, (tuple, list)) or not all(
        isinstance(name, str) for name in names
    ):
        return f"expected a tuple of texts, found {names!r:.50}"
    if len(names) != count:
        return f"expected {count} names, one a successor; found {len(names)}"
    twice = [name for place, name in enumerate(names) if name in names[:place]]
    if twice:
        return f"two moves have the name {twice[0]!r:.50}"
    return next(filter(None, map(wrong_name, names)), "")
