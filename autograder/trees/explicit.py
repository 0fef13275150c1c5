"""Trees that are written out node by node: read them, and write them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Mapping as ByName
from dataclasses import dataclass, replace
from itertools import count, product
from string import ascii_uppercase
from typing import Any

from autograder.errors import AssignmentError
from autograder.game import CHANCE, Number, Value, position_of
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
    kind_of_node_in_words,
)
from autograder.trees.tree import FULL, PLAYERS, C, GameTree, Limit, Node, breadth_first

Nodes = tuple[Node, ...]
LIMITS = ("depth", "rounds")


def limit_of_file(fields: Fields, keys: ByName[str, MarkedNode]) -> Limit:
    """The `depth`, with a `margin`, or the `rounds` of a file; else no limit."""
    if all(name in keys for name in LIMITS):
        both = "a tree has a `depth` or `rounds`, and not both"
        fields.complain(keys["rounds"].mark, both)
    counts = {name: fields.whole(keys[name]) or 0 for name in LIMITS if name in keys}
    if "margin" not in keys:
        return Limit(**counts)
    if "depth" not in keys:
        fields.complain(keys["margin"].mark, "a margin needs a `depth`")
    return Limit(**counts, margin=fields.positive(keys["margin"]))


def rows_by_position(
    fields: Fields, given: MarkedNode, nodes: Sequence[Node]
) -> Iterator[tuple[Scalar, MarkedNode, Node]]:
    """Rows of a mapping by position: key, row, node; problems of all other keys."""
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


def even_chances(count: int) -> tuple[float, ...]:
    """The probabilities of so many children, if nothing is said of them."""
    return (1 / count,) * count if count else ()


def with_probabilities(fields: Fields, given: MarkedNode | None, nodes: Nodes) -> Nodes:
    """The nodes, those of chance with the probabilities of their children."""
    said: dict[str, tuple[float, ...]] = {}
    for key, row, named in (
        () if given is None else rows_by_position(fields, given, nodes)
    ):
        if named.to_move == CHANCE:
            said[key.text] = _chance_row(fields, row, named)
            continue
        moves = f"chance does not move at {clean(key.text, SHOWN)}"
        fields.complain(key.mark, f"{moves}, but {clean(named.to_move, SHOWN)}")
    return tuple(
        [
            replace(
                node,
                probabilities=said.get(position_of(node.label))
                or even_chances(len(node.children)),
            )
            if node.to_move == CHANCE and node.children
            else node
            for node in nodes
        ]
    )


def _chance_row(fields: Fields, row: MarkedNode, named: Node) -> tuple[float, ...]:
    """The probabilities of one node's children; nothing if they are wrong."""
    read = [fields.probability(item) for item in fields.items(row)]
    chances = tuple(number for number in read if number is not None)
    if len(chances) < len(read):
        return ()
    label, count, wrong = clean(named.label, SHOWN), len(named.children), ""
    if len(chances) != count:
        wrong = f"expected {count} probabilities, one for each node below {label}; "
        wrong += f"found {len(chances)}"
    elif abs(math.fsum(chances) - 1) > TOLERANCE:
        total = f"{math.fsum(chances):.12g}"
        wrong = f"the probabilities of {label} sum to {total}, not to 1"
    if wrong:
        fields.complain(row.mark, wrong)
    return () if wrong else chances


LONGEST_NAME = 40  # characters
MOST_PLAYERS = 16  # of as many payoffs a tuple may come back from a worker
OWN_WORDS = (*PLAYERS, CHANCE)  # what no player can be named, in any case


@dataclass(frozen=True, slots=True)
class Players:
    """Who moves, and whose payoffs there are; MAX and MIN have one, a number."""

    movers: tuple[str, ...] = PLAYERS  # at depth 0, 1, 2, …, cycled
    names: tuple[str, ...] = PLAYERS  # in the order of payoffs; () if unreadable

    @property
    def first_mover(self) -> str:
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
        example = " ".join(map(str, range(1, min(count, 3) + 1))) + " …" * (count > 3)
        expected = f"expected {count} numbers such as {example}"
        fields.complain(
            node.mark, f"{expected}, one for each of {names}; found {len(payoffs)}"
        )
        return None


def players_of(fields: Fields, node: MarkedNode | None) -> Players:
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
    names = tuple(mover for mover in dict.fromkeys(known) if mover != CHANCE)
    if len(names) > MOST_PLAYERS:
        found = f"expected at most {MOST_PLAYERS} players, found {len(names)}"
        fields.complain(node.mark, found)
        return Players(names=())
    return Players(tuple(known), PLAYERS if set(names) <= set(PLAYERS) else names)


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
        names = (name for name in letters() if name not in self._marks)
        for index in breadth_first(self.children):
            self.labels[index] = self.labels[index] or next(names)

    def mark_of(self, label: str, otherwise: Mark) -> Mark:
        """Where a label stands; a list's item has none in the file."""
        return self._marks.get(label, otherwise)

    def nodes(self) -> Nodes:
        """The nodes, with who moves at each depth."""
        movers = self._players.movers
        return tuple(
            Node(
                label=label,
                to_move=movers[depth % len(movers)],
                children=tuple(children),
                utility=utility,
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
        if wrong := reason_label_is_wrong(label):
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


def reason_label_is_wrong(label: str) -> str:
    """Why a text can be no label; or "" if it can."""
    wrong = reason_name_is_wrong(label, "a label")
    if not wrong and "#" in label and not REPEATED.fullmatch(label):
        wrong = "# stands for a position met again, as in B#2"
        wrong = f"{wrong}; found {label[:50]!r}"
    return wrong


def reason_name_is_wrong(name: str, what: str = "the name of an action") -> str:
    """Why a text can be no name of a move; or "" if it can."""
    limit = ""
    can_be_seen = name.isprintable() and name == clean(name, LONGEST_LABEL)
    if not (name and can_be_seen):
        limit = f"{what} has 1 to {LONGEST_LABEL} printable characters"
    elif name != name.strip():
        limit = f"{what} has no space at either end"
    return limit and f"{limit}; found {clean(repr(name[:50]), 60)}"


def letters() -> Iterator[str]:
    """A, B, …, Z, AA, AB, …."""
    for length in count(1):  # pragma: no branch
        for letters_ in product(ascii_uppercase, repeat=length):
            yield "".join(letters_)


def is_whole_game(tree: GameTree) -> bool:
    """Whether all of a game is there, and not only what a limited search needs."""
    return all(node.is_terminal or node.children for node in tree.nodes)


def dump(tree: GameTree) -> str:
    """The tree as a file that reads back as the same; AssignmentError if none can."""
    if not is_whole_game(tree):
        raise _unwritable(tree, "its rules go on beyond the horizon")
    expect = {key: getattr(tree.expect, key) for key in EXPECT_KEYS}
    noisy = (position_of(node.label) for node in tree.nodes if not node.quiet)
    contents = _by_position(tree, lambda node: node.content)

    def uneven(node: Node) -> tuple[float, ...] | None:
        is_even = node.probabilities == even_chances(len(node.probabilities))
        return None if is_even else node.probabilities

    rows = {
        "title": tree.title or None,
        "source": tree.source or None,
        "players": movers_by_depth(tree),
        "window": tree.window if tree.window != FULL else None,
        "bounds": tree.bounds,
        "depth": tree.limit.depth or None,
        "rounds": tree.limit.rounds or None,
        "margin": tree.limit.margin,
        "visits_allowed": tree.visits_allowed or None,
        "iterations": tree.iterations or None,
        "exploration": tree.exploration if tree.exploration != C else None,
        "actions": _by_position(tree, lambda node: node.moves or None),
        "chance": _by_position(tree, uneven),
        "evaluate": _by_position(tree, lambda node: node.estimate),
        "noisy": list(dict.fromkeys(noisy)) or None,
        "data": {**(contents or {}), **dict(tree.data)} or None,
        "expect": {k: v for k, v in expect.items() if v is not None} or None,
    }
    text = "".join(
        f"{key}: {flow_yaml(v)}\n" for key, v in rows.items() if v is not None
    )
    return f"{text}tree: {{{_nested(tree)}}}\n"


def _by_position(tree: GameTree, said: Callable[[Node], Any]) -> dict[str, Any] | None:
    """What is said of the nodes, by position; None where nothing is."""
    rows = [(position_of(node.label), said(node)) for node in tree.nodes]
    return {position: row for position, row in rows if row is not None} or None


def movers_by_depth(tree: GameTree) -> list[str]:
    """Who moves at each depth, as the shortest list that is cycled to it.

    AssignmentError where not the same player moves in a ply, which no file can say.
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
            parts.append(" ".join(map(_number, node.payoffs())))
            continue
        parts.append("{")
        stack.append("}")
        for child in reversed(node.children):
            stack.extend((child, ", "))
        stack.pop()  # no comma before the first child
    return "".join(parts)


def flow_yaml(value: Any) -> str:
    """A value on one line, as `Fields` reads it back; TypeError if there is no such."""
    if isinstance(value, dict):
        pairs = (f"{_quoted(key)}: {flow_yaml(each)}" for key, each in value.items())
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(flow_yaml, value))}]"
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
    escaped = text.replace("\\", r"\\").replace('"', r"\"")
    shown = (c if c.isprintable() else f"\\U{ord(c):08x}" for c in escaped)
    return f'"{"".join(shown)}"'


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
EXPECT_KEYS = ("value", "action", "pruned", "fewest")


def with_names(fields: Fields, given: MarkedNode | None, nodes: Nodes) -> Nodes:
    """The nodes with the names of their moves: by position, or one list for all."""
    if given is None:
        return nodes
    if isinstance(given, Mapping):
        said = {
            key.text: _names_row(fields, row, node)
            for key, row, node in rows_by_position(fields, given, nodes)
        }
        moves = [said.get(position_of(node.label), ()) for node in nodes]
    else:
        played = [node for node in nodes if node.children and node.to_move != CHANCE]
        if not isinstance(given, MarkedList):
            fields.complain(given.mark, IS_WRITTEN.format(kind_of_node_in_words(given)))
            return nodes
        if not played:
            fields.complain(given.mark, "no player moves here")
            return nodes
        widest = max(played, key=lambda node: len(node.children))
        names = _names_row(fields, given, widest)
        moves = [names[: len(n.children) * (n.to_move != CHANCE)] for n in nodes]
    pairs = zip(nodes, moves, strict=True)
    return tuple([replace(node, moves=names) for node, names in pairs])


def _names_row(fields: Fields, row: MarkedNode, named: Node) -> tuple[str, ...]:
    """The names of one node's moves; nothing if they are wrong."""
    names: dict[str, None] = {}
    items = fields.items(row)
    if not isinstance(row, MarkedList):
        return ()
    for item in items:
        name = fields.text(item)
        wrong = "" if name is None else reason_name_is_wrong(name)
        if name in names:
            wrong = f"{clean(name, SHOWN)} stands here twice, for two actions"
        if wrong:
            fields.complain(item.mark, wrong)
        if name is None or wrong:
            return ()
        names[name] = None
    count, label = len(named.children), clean(named.label, SHOWN)
    if len(names) == count:
        return tuple(names)
    many = "too many" if len(names) > count else "too few"
    wanted = f"{label} has {count} action{'s' if count > 1 else ''}"
    fields.complain(row.mark, f"{many} names: {wanted}, found {len(names)}")
    return ()


def with_noise(fields: Fields, given: MarkedNode | None, nodes: Nodes) -> Nodes:
    """The nodes, of which those at the positions named `noisy` are not quiet."""
    if given is None:
        return nodes
    moving = {position_of(n.label): n.to_move for n in nodes if n.children}
    leaves = {position_of(node.label) for node in nodes} - moving.keys()
    named: set[str] = set()
    for item in fields.items(given):
        name = fields.text(item) or ""
        shown = clean(name, SHOWN)
        if name in leaves:
            fields.complain(item.mark, f"{shown} is a leaf, where the game is over")
        elif name not in moving:
            fields.complain(item.mark, f"no position {name[:SHOWN]!r} here")
        elif moving[name] == CHANCE:
            fields.complain(item.mark, f"{shown}: chance moves there, and goes on")
        elif name in named:
            fields.complain(item.mark, f"{shown} stands here twice")
        named.add(name)
    return tuple([replace(n, quiet=position_of(n.label) not in named) for n in nodes])


def with_estimates(
    fields: Fields, players: Players, given: MarkedNode | None, nodes: Nodes
) -> Nodes:
    """The nodes, without leaves, with what `evaluate` says of their positions."""
    if given is None:
        return nodes
    fields.mapping(given)
    inner = {position_of(node.label) for node in nodes if node.children}
    leaves = {position_of(node.label) for node in nodes if not node.children}
    said: dict[str, Value | None] = {}
    for key, value in given.pairs if isinstance(given, Mapping) else ():
        estimate = players.value(fields, value)
        if key.text in inner:
            said[key.text] = estimate
        elif key.text in leaves:
            leaf = f"{clean(key.text, SHOWN)} is a leaf"
            fields.complain(key.mark, f"{leaf}, whose utility is known")
        else:
            fields.complain(key.mark, f"no position {key.text[:SHOWN]!r} here")
    return tuple([replace(n, estimate=said.get(position_of(n.label))) for n in nodes])


def wants_move_names(fields: Fields, given: MarkedNode | None) -> bool:
    """Whether a game's own names are wanted, `true` or `false` in the file."""
    return given is not None and fields.choice(given, TRUTH) == TRUTH[0]


def reason_names_are_wrong(names: object, count: int) -> str:
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
    return next(filter(None, map(reason_name_is_wrong, names)), "")
