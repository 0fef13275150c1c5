"""Trees that are written out node by node: read them, and write them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Mapping as MappingType
from dataclasses import dataclass, replace
from itertools import count, product
from string import ascii_uppercase
from typing import Any

from autograder.errors import AssignmentError
from autograder.game import CHANCE, Content, Number, Value, position_of
from autograder.text import clean, listed
from autograder.trees.marked import (
    SHOWN,
    TRUTH,
    Fields,
    Mapping,
    Mark,
    MarkedList,
    MarkedNode,
    Scalar,
    Source,
    describe,
)
from autograder.trees.tree import FULL, PLAYERS, C, GameTree, Node, breadth_first


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


TOLERANCE = 1e-9  # of the sum of probabilities: a third has no float


def even(count: int) -> tuple[float, ...]:
    """The probabilities of so many children, if nothing is said of them."""
    return (1 / count,) * count if count else ()


def with_probabilities(
    fields: Fields, given: MarkedNode | None, nodes: tuple[Node, ...]
) -> tuple[Node, ...]:
    """The nodes, those of chance with the probabilities of their children."""
    said = _chances_by_position(fields, given, nodes) if given is not None else {}
    return tuple(
        [
            replace(
                node,
                probabilities=said.get(position_of(node.label))
                or even(len(node.children)),
            )
            if node.to_move == CHANCE and node.children
            else node
            for node in nodes
        ]
    )


def _chances_by_position(
    fields: Fields, given: MarkedNode, nodes: Sequence[Node]
) -> dict[str, tuple[float, ...]]:
    """What the file says, of the positions that it says something right of."""
    found: dict[str, tuple[float, ...]] = {}
    for key, row, named in rows(fields, given, nodes):
        if named.to_move != CHANCE:
            moves = f"chance does not move at {clean(key.text, SHOWN)}"
            fields.complain(key.mark, f"{moves}, but {clean(named.to_move, SHOWN)}")
        elif probabilities := _chance_row(fields, row, named):
            found[key.text] = probabilities
    return found


def _chance_row(fields: Fields, row: MarkedNode, named: Node) -> tuple[float, ...]:
    """The probabilities of one node's children; nothing if they are wrong."""
    read = [fields.probability(item) for item in fields.items(row)]
    found = tuple(number for number in read if number is not None)
    if len(found) < len(read):
        return ()
    label, count = clean(named.label, SHOWN), len(named.children)
    if len(found) != count:
        fields.complain(
            row.mark,
            f"expected {count} probabilities, one for each node below {label}; "
            f"found {len(found)}",
        )
        return ()
    total = math.fsum(found)
    if abs(total - 1) > TOLERANCE:
        sums = f"the probabilities of {label} sum to {total:.12g}, not to 1"
        fields.complain(row.mark, sums)
        return ()
    return found


LONGEST_NAME = 40  # characters
MOST_PLAYERS = 16  # of as many payoffs a tuple may come back from a worker
OWN_WORDS = (*PLAYERS, CHANCE)  # what no player can be named, in any case


@dataclass(frozen=True, slots=True)
class Players:
    """`movers` at depth 0, 1, 2, …, cycled, and the `names` in the order of payoffs.

    MAX and MIN have one payoff together, a number. There are no names where the list
    could not be read; values may then have any form.
    """

    movers: tuple[str, ...] = PLAYERS
    names: tuple[str, ...] = PLAYERS

    @property
    def first(self) -> str:
        """Who moves first, chance apart."""
        return next(mover for mover in self.movers if mover != CHANCE)

    def value(self, fields: Fields, node: MarkedNode) -> Value | None:
        """A number; of players with names as many as there are players: `1 2 6`."""
        if self.names == PLAYERS:
            return fields.number(node)
        payoffs = fields.numbers(node)
        if payoffs is None or not self.names or len(payoffs) == len(self.names):
            return payoffs
        count, names = len(self.names), clean(listed(self.names), SHOWN)
        expected = f"expected {count} numbers such as {_example(count)}"
        fields.complain(
            node.mark, f"{expected}, one for each of {names}; found {len(payoffs)}"
        )
        return None


def _example(count: int) -> str:
    return " ".join(map(str, range(1, min(count, 3) + 1))) + " …" * (count > 3)


def read(fields: Fields, node: MarkedNode | None) -> Players:
    """The players of a list; MAX and MIN where there is none."""
    if node is None:
        return Players()
    items = fields.items(node)
    movers = [fields.text(item) for item in items]
    if not any(mover != CHANCE for mover in movers):
        nobody = "expected at least one player"
        alone = f"{nobody}; chance is none" if movers else nobody
        fields.complain(node.mark, alone)
        return Players(names=())
    known = [mover for mover in movers if mover is not None]
    faults = [_wrong(mover, known) if mover else "" for mover in movers]
    for item, wrong in zip(items, faults, strict=True):
        if wrong:
            fields.complain(item.mark, wrong)
    if None in movers or any(faults):
        return Players(names=())
    names = tuple(_in_order(known))
    if len(names) > MOST_PLAYERS:
        found = f"expected at most {MOST_PLAYERS} players, found {len(names)}"
        fields.complain(node.mark, found)
        return Players(names=())
    return Players(tuple(known), PLAYERS if set(names) <= set(PLAYERS) else names)


def _in_order(movers: list[str]) -> Iterator[str]:
    """Each player once, chance apart, as they appear first."""
    return (mover for mover in dict.fromkeys(movers) if mover != CHANCE)


def _wrong(name: str, movers: list[str]) -> str:
    """Why a text cannot stand in this list of players; or ""."""
    found = f"found {clean(name, SHOWN)}"
    if name in OWN_WORDS:
        return ""
    if name.lower() in OWN_WORDS:
        return f"expected {name.lower()}, {found}"
    if set(movers) & set(PLAYERS):
        return (
            f"expected max, min or chance, {found}: max and min play with nobody else"
        )
    if len(name) > LONGEST_NAME or not name.isprintable():
        return f"a name has 1 to {LONGEST_NAME} printable characters; {found}"
    return ""


LONGEST_LABEL = 40  # characters
LEAF_AT_ROOT = "the root is a leaf, so that there is no action to choose; add children"
PAYOFFS = re.compile(r"-?[0-9]+(\.[0-9]+)?( -?[0-9]+(\.[0-9]+)?)+")  # `1 2.5 -6`
REPEATED = re.compile(r"[^#]+#([2-9]|[1-9][0-9]+)")


class Outline:
    """The nodes of a `tree:` in depth-first order, as parallel lists."""

    def __init__(self, source: Source, players: Players) -> None:
        self._fields = Fields(source)
        self._players = players
        self._complain = source.complain
        self.labels: list[str] = []
        self.depths: list[int] = []
        self.children: list[list[int]] = []
        self.utilities: list[Value | None] = []
        self._marks: dict[str, Mark] = {}

    def read(self, tree: MarkedNode) -> None:
        """Walk the tree without recursion."""
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
            self.utilities.append(
                self._players.value(self._fields, node) if leaf else None
            )
            below = self._below(node)
            stack.extend((name, n, depth + 1, index) for name, n in reversed(below))
        if self.utilities[0] is not None:
            self._complain(self.mark_of(self.labels[0], tree.mark), LEAF_AT_ROOT)
        self._name_the_unnamed()

    def mark_of(self, label: str, otherwise: Mark) -> Mark:
        """Where a label stands; a list's item has none in the file."""
        return self._marks.get(label, otherwise)

    def nodes(self, content: MappingType[str, Content]) -> tuple[Node, ...]:
        """The nodes, with who moves at each depth and the content of positions."""
        movers = self._players.movers
        return tuple(
            Node(
                label=label,
                to_move=movers[depth % len(movers)],
                children=tuple(children),
                utility=utility,
                content=content.get(position_of(label)),
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
            found = ", ".join(clean(k.text, LONGEST_LABEL) for k, _ in tree.pairs[:3])
            self._complain(tree.mark, f"a tree has one root; found {found}")
        return tree.pairs[0] if tree.pairs else (None, tree)

    def _below(self, node: MarkedNode) -> list[tuple[Scalar | None, MarkedNode]]:
        if isinstance(node, Scalar):
            return []
        below: list[tuple[Scalar | None, MarkedNode]]
        if isinstance(node, MarkedList):
            below = [(None, item) for item in node.items]
        else:
            below = list(node.pairs)
        if not below:
            self._complain(node.mark, "a node without children: a leaf is a number")
        return below

    def _checked(self, key: Scalar) -> str:
        label = key.text
        wrong = wrong_label(label)
        if wrong:
            self._complain(key.mark, wrong)
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


def wrong_label(label: str) -> str:
    """Why a text can be no label; or "" if it can."""
    limit = _wrong_text("a label", label)
    if not limit and "#" in label and not REPEATED.fullmatch(label):
        limit = "# stands for a position met again, as in B#2"
    return limit and f"{limit}; found {label[:50]!r}"


def wrong_name(name: str) -> str:
    """Why a text can be no name of a move; or "" if it can."""
    limit = _wrong_text("the name of an action", name)
    return limit and f"{limit}; found {name[:50]!r}"


def _wrong_text(what: str, text: str) -> str:
    if not 0 < len(text) <= LONGEST_LABEL or not text.isprintable():
        return f"{what} has 1 to {LONGEST_LABEL} printable characters"
    return f"{what} has no space at either end" if text != text.strip() else ""


def letters() -> Iterator[str]:
    """A, B, …, Z, AA, AB, …."""
    for length in count(1):  # pragma: no branch
        for letters_ in product(ascii_uppercase, repeat=length):
            yield "".join(letters_)


def is_whole(tree: GameTree) -> bool:
    """Whether all of a game is there, and not only what a limited search needs."""
    return all(node.is_terminal or node.children for node in tree.nodes)


def dump(tree: GameTree) -> str:
    """The tree as a file that reads back as the same tree, whatever made it.

    Raises AssignmentError for a tree that no file can hold.
    """
    if not is_whole(tree):
        raise _unwritable(tree, "its rules go on beyond the horizon")
    expect = {
        "value": tree.expect.value,
        "action": tree.expect.action,
        "pruned": tree.expect.pruned,
        "fewest": tree.expect.fewest,
    }
    rows = {
        "title": tree.title or None,
        "source": tree.source or None,
        "players": movers(tree),
        "window": tree.window if tree.window != FULL else None,
        "bounds": tree.bounds,
        "depth": tree.limit.depth or None,
        "rounds": tree.limit.rounds or None,
        "margin": tree.limit.margin,
        "visits_allowed": tree.visits_allowed or None,
        "iterations": tree.iterations or None,
        "exploration": tree.exploration if tree.exploration != C else None,
        "actions": _by_position(tree, lambda node: node.moves or None),
        "chance": _by_position(tree, _uneven),
        "evaluate": _by_position(tree, lambda node: node.estimate),
        "noisy": _noisy(tree),
        "data": _by_position(tree, lambda node: node.content),
        "expect": {k: v for k, v in expect.items() if v is not None} or None,
    }
    text = "".join(f"{key}: {flow(v)}\n" for key, v in rows.items() if v is not None)
    return f"{text}tree: {{{_nested(tree)}}}\n"


def _by_position(tree: GameTree, said: Callable[[Node], Any]) -> dict[str, Any] | None:
    """What is said of the nodes, by position; None where nothing is."""
    rows = [(position_of(node.label), said(node)) for node in tree.nodes]
    return {position: row for position, row in rows if row is not None} or None


def _noisy(tree: GameTree) -> list[str] | None:
    """The positions that are not quiet; None where all are."""
    noisy = (position_of(node.label) for node in tree.nodes if not node.quiet)
    return list(dict.fromkeys(noisy)) or None


def _uneven(node: Node) -> tuple[float, ...] | None:
    """The probabilities of a node, unless they are those of a file without."""
    is_even = node.probabilities == even(len(node.probabilities))
    return None if is_even else node.probabilities


def movers(tree: GameTree) -> list[str]:
    """Who moves at each depth, as the shortest list that is cycled to it.

    It goes on to players who would move deeper down. Raises AssignmentError where not
    the same player moves in a whole ply, which no file can say.
    """
    found: list[str] = []
    ply: tuple[int, ...] = (0,)
    while ply:
        together = {tree.nodes[index].to_move for index in ply}
        if len(together) > 1:
            both = f"more players than one move at depth {len(found)}"
            raise _unwritable(tree, both)
        found.extend(together)
        ply = tuple(child for index in ply for child in tree.nodes[index].children)
    moved = [name for name in dict.fromkeys(found) if name in tree.players]
    for name, other in zip(moved, tree.players, strict=False):
        if name != other and tree.has_vectors:
            raise _unwritable(tree, f"{name} moves before {other}")
    missing = [name for name in tree.players if name not in found]
    if missing and (tree.has_vectors or len(missing) == len(tree.players)):
        return [*found, *missing]
    for length in range(1, len(found)):
        cycle = found[:length]
        if all(mover == cycle[i % length] for i, mover in enumerate(found)):
            return cycle
    return found


def _unwritable(tree: GameTree, why: str) -> AssignmentError:
    title = tree.title or tree.root.label
    return AssignmentError(f"{title}: {why}, so that the tree cannot be written out")


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
        parts.append(_quoted(node.label) + ": ")
        if node.utility is not None:
            parts.append(
                " ".join(
                    map(
                        _number,
                        node.utility
                        if isinstance(node.utility, tuple)
                        else (node.utility,),
                    )
                )
            )
            continue
        parts.append("{")
        stack.append("}")
        for child in reversed(node.children):
            stack.extend((child, ", "))
        stack.pop()  # no comma before the first child
    return "".join(parts)


def flow(value: Any) -> str:
    """A value on one line, as `Fields` reads it back; TypeError if there is no such."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_quoted(k)}: {flow(v)}' for k, v in value.items())}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(flow, value))}]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, float)):
        return _number(value)
    is_plain = isinstance(value, str) and PAYOFFS.fullmatch(value)
    return value if is_plain else _quoted(value)


def _quoted(text: str) -> str:
    """The text in double quotes, on one line; what cannot be seen is escaped."""
    if not isinstance(text, str):
        raise TypeError(f"expected a text or a number, found {text!r:.50}")
    return f'"{"".join(map(_character, text))}"'


def _character(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    return character if character.isprintable() else f"\\U{ord(character):08x}"


def _number(value: Number) -> str:
    text = repr(value)
    if "inf" in text:
        return text.replace("inf", ".inf")
    return text if "e" not in text or "." in text else text.replace("e", ".0e")


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
        key.text: _names_row(fields, row, node)
        for key, row, node in rows(fields, given, nodes)
    }
    return tuple(
        [replace(node, moves=said.get(position_of(node.label), ())) for node in nodes]
    )


def _with_one_list(
    fields: Fields, given: MarkedNode, nodes: tuple[Node, ...]
) -> tuple[Node, ...]:
    if not isinstance(given, MarkedList):
        fields.complain(given.mark, IS_WRITTEN.format(describe(given)))
        return nodes
    played = [node for node in nodes if node.children and node.to_move != CHANCE]
    if not played:
        fields.complain(given.mark, "no player moves here")
        return nodes
    widest = max(played, key=lambda node: len(node.children))
    names = _names_row(fields, given, widest)
    return tuple(
        [
            node if node.to_move == CHANCE else replace(node, moves=names[:count])
            for node in nodes
            for count in [len(node.children)]
        ]
    )


def _names_row(fields: Fields, row: MarkedNode, named: Node) -> Names:
    """The names of one node's moves; nothing if they are wrong."""
    names: dict[str, None] = {}
    items = fields.items(row)
    if not isinstance(row, MarkedList):
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
