"""Where the nodes of a drawn tree stand (tidy, none over another), and what they say.

Buchheim, Jünger and Leipert, Improving Walker's Algorithm to Run in Linear Time (Graph
Drawing 2002), with nodes of different widths, in loops: no depth is too great.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from xml.etree import ElementTree as ET

from autograder.drawing.replay import Marks
from autograder.game import CHANCE, MAX, MIN, Value, position_of
from autograder.text import count_text, few_names
from autograder.trees.tree import GameTree, Node, Window
from autograder.trees.values import probability_texts

Extent = tuple[float, float]  # of a node to the left and to the right of its place
APART = 1.6  # times the gap, between nodes of different parents

Children = Sequence[Sequence[int]]


def parents(children: Children) -> list[int]:
    """The parent of each node; -1 at the root."""
    found = [-1] * len(children)
    for parent, below in enumerate(children):
        for child in below:
            found[child] = parent
    return found


def horizontal_places(
    children: Children, extents: Sequence[Extent], gap: float
) -> tuple[float, ...]:
    """The place of each node from left to right; the leftmost edge is at 0.

    Nodes of a ply are at least `gap` apart, a parent in the middle of its children.
    """
    return _Tidy(children, extents, gap).places()


class _Tidy:
    """The names are those of the paper: prelim, mod, thread, ancestor, shift, change.

    `prelim` is a place relative to the subtree that is finished so far, `mod` what
    is to be added below a node, `thread` leads on where a contour leaves a subtree.
    """

    def __init__(
        self, children: Children, extents: Sequence[Extent], gap: float
    ) -> None:
        count = len(children)
        self._children, self._extents, self._gap = children, extents, gap
        self._parents = parents(children)
        self._prelim, self._mod = [0.0] * count, [0.0] * count
        self._shift, self._change = [0.0] * count, [0.0] * count
        self._thread = [-1] * count
        self._ancestor = list(range(count))
        self._number = [0] * count  # among its siblings

    def places(self) -> tuple[float, ...]:
        """Both walks: from the leaves upwards, and back."""
        for node in reversed(range(len(self._children))):
            self._place_children(node)
        self._prelim[0] = self._middle(0)
        moved = [0.0] * len(self._children)
        found = list(self._prelim)
        for node, below in enumerate(self._children):
            for child in below:
                moved[child] = moved[node] + self._mod[node]
                found[child] += moved[child]
        edge = min(x - left for x, (left, _) in zip(found, self._extents, strict=True))
        return tuple([x - edge for x in found])

    def _place_children(self, node: int) -> None:
        siblings = self._children[node]
        default = siblings[0] if siblings else -1
        for number, child in enumerate(siblings):
            self._number[child] = number
            middle = self._middle(child)
            self._prelim[child] = middle
            if number:
                left = siblings[number - 1]
                place = self._prelim[left] + self._distance(left, child, self._gap)
                self._prelim[child] = place
                self._mod[child] = place - middle if self._children[child] else 0.0
                default = self._apportion(child, siblings, default)
        shift = change = 0.0
        for child in reversed(siblings):
            self._prelim[child] += shift
            self._mod[child] += shift
            change += self._change[child]
            shift += self._shift[child] + change

    def _middle(self, node: int) -> float:
        below = self._children[node]
        return (self._prelim[below[0]] + self._prelim[below[-1]]) / 2 if below else 0.0

    def _distance(self, left: int, right: int, gap: float) -> float:
        return self._extents[left][1] + gap + self._extents[right][0]

    def _apportion(self, node: int, siblings: Sequence[int], default: int) -> int:
        """Move `node` clear of all subtrees to its left; the new default ancestor."""
        prelim, mod = self._prelim, self._mod
        inner_right = outer_right = node
        inner_left, outer_left = siblings[self._number[node] - 1], siblings[0]
        at_ir = at_or = mod[node]
        at_il, at_ol = mod[inner_left], mod[outer_left]
        deeper_left, deeper_right = self._last(inner_left), self._first(inner_right)
        while deeper_left >= 0 and deeper_right >= 0:
            inner_left, inner_right = deeper_left, deeper_right
            outer_left, outer_right = self._first(outer_left), self._last(outer_right)
            self._ancestor[outer_right] = node
            apart = self._distance(inner_left, inner_right, self._gap * APART)
            shift = prelim[inner_left] + at_il - prelim[inner_right] - at_ir + apart
            if shift > 0:
                above = self._ancestor[inner_left]
                is_sibling = self._parents[above] == self._parents[node]
                self._move(above if is_sibling else default, node, shift)
                at_ir, at_or = at_ir + shift, at_or + shift
            at_il, at_ir = at_il + mod[inner_left], at_ir + mod[inner_right]
            at_ol, at_or = at_ol + mod[outer_left], at_or + mod[outer_right]
            deeper_left, deeper_right = self._last(inner_left), self._first(inner_right)
        if deeper_left >= 0 and self._last(outer_right) < 0:
            self._thread[outer_right] = deeper_left
            mod[outer_right] += at_il - at_or
        if deeper_right >= 0 and self._first(outer_left) < 0:
            self._thread[outer_left] = deeper_right
            mod[outer_left] += at_ir - at_ol
            default = node
        return default

    def _first(self, node: int) -> int:
        """The next node of a left contour, or -1."""
        below = self._children[node]
        return below[0] if below else self._thread[node]

    def _last(self, node: int) -> int:
        """The next node of a right contour, or -1."""
        below = self._children[node]
        return below[-1] if below else self._thread[node]

    def _move(self, left: int, right: int, shift: float) -> None:
        """Move a subtree, and note what those between are to be moved by."""
        between = self._number[right] - self._number[left]
        self._change[right] -= shift / between
        self._change[left] += shift / between
        self._shift[right] += shift
        self._prelim[right] += shift
        self._mod[right] += shift


MOST_WHOLE = 60  # nodes of a tree that is drawn as a whole
MOST_AROUND = 24  # nodes of a larger one that are drawn around one of them


@dataclass(frozen=True, slots=True)
class Part:
    """What is drawn of a tree: a smaller tree, and its nodes' places in the other."""

    tree: GameTree
    places: tuple[int, ...]
    more: Mapping[str, int]  # nodes left out below, by label


def whole(tree: GameTree) -> Part:
    """All of a tree."""
    return Part(tree, tuple(range(len(tree.nodes))), {})


def part_around_label(tree: GameTree, marks: Marks, focus: str) -> Part:
    """A small tree, or what was searched near a label, with siblings and ways."""
    if len(tree.nodes) <= MOST_WHOLE:
        return whole(tree)
    kept = sorted(_near(tree, marks, tree.labels().index(focus)))
    sizes, nodes = tree.subtree_sizes(), tree.nodes
    folds = (i for i in kept if nodes[i].children and nodes[i].children[0] not in kept)
    more = {nodes[index].label: sizes[index] - 1 for index in folds}
    return Part(part_of(tree, kept), tuple(kept), more)


def _near(tree: GameTree, marks: Marks, focus: int) -> set[int]:
    """The way to a node with its siblings, its children, and more that is near."""
    above = tree.parents()
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


def within_horizon(tree: GameTree, marks: Marks) -> GameTree:
    """The tree without nodes beyond its horizon to which no search went, if large."""
    if len(tree.nodes) <= MOST_WHOLE or not tree.horizon:
        return tree
    far, went, reached = nodes_beyond_horizon(tree), _went(tree, marks), {0}
    for index, node in enumerate(tree.nodes):  # parents before their children
        is_near = not far.intersection(node.children)
        if index in reached and (is_near or not went.isdisjoint(node.children)):
            reached.update(node.children)
    return part_of(tree, sorted(reached))


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


def nodes_left_out_text(count: int) -> str:
    """How many nodes that is."""
    are = "is" if count == 1 else "are"
    return f"{count_text(count, 'node')} beyond the horizon {are} left out"


def sentence_on_part(part: Part, tree: GameTree) -> str:
    """How much of a tree is drawn, and what stands for the rest; "" where all is."""
    if not part.more:
        return ""
    drawn, all_nodes = len(part.tree.nodes), len(tree.nodes)
    return f"{drawn} of {all_nodes} nodes are drawn; +5 at a node: 5 more are below it."


def _went(tree: GameTree, marks: Marks) -> set[int]:
    """The nodes at or below which there was a visit."""
    visited = (marks.visited or frozenset()) | marks.wrongly_visited
    went: set[int] = set()
    for index in reversed(range(len(tree.nodes))):
        node = tree.nodes[index]
        if node.label in visited or not went.isdisjoint(node.children):
            went.add(index)
    return went


VISITED, PRUNED = "visited", "pruned"
WRONGLY_VISITED, WRONGLY_SKIPPED = "wrongly-visited", "wrongly-skipped"
NOISY = "~"  # behind the label of a node that is not quiet
BEYOND = "beyond"  # the horizon: a search that stops there cannot come to it
LEAF, PLAYER = "leaf", "player"  # kinds of nodes beside MAX, MIN and CHANCE
OF_TIMES = {  # what the states mean where each visit counts
    WRONGLY_VISITED: "visited too often",
    WRONGLY_SKIPPED: "visited too rarely",
}
NAMED = 60  # characters of the labels in a sentence
INFINITE = {float("inf"): "∞", float("-inf"): "-∞"}
ROUGHLY, UNKNOWN = "≈", "…"  # before an estimate; where what follows is not drawn


def states(tree: GameTree, marks: Marks) -> tuple[str, ...]:
    """The state of each node, what is wrong first; "" for what is not marked."""
    rest = "" if marks.visited is None or marks.unfinished else PRUNED
    visited = marks.visited or frozenset()
    far = nodes_beyond_horizon(tree)
    return tuple(
        WRONGLY_VISITED
        if label in marks.wrongly_visited or (index in far and label in visited)
        else WRONGLY_SKIPPED
        if label in marks.wrongly_skipped
        else VISITED
        if label in visited
        else BEYOND
        if index in far
        else rest
        for index, label in enumerate(tree.labels())
    )


def meaning(state: str, marks: Marks) -> str:
    """What a state means, in words."""
    often = OF_TIMES.get(state) if marks.counts else None
    return often or state.replace("-", " ")


def nodes_beyond_horizon(tree: GameTree) -> frozenset[int]:
    """What lies below the horizon, where a search with this limit does not come."""
    found: set[int] = set()
    waiting = [child for i in tree.horizon for child in tree.nodes[i].children]
    while waiting:
        index = waiting.pop()
        found.add(index)
        waiting += tree.nodes[index].children
    return frozenset(found)


def kind_of(node: Node) -> str:
    """MAX, MIN, CHANCE or PLAYER, by who moves there; LEAF where the game is over."""
    if node.is_terminal:
        return LEAF
    return node.to_move if node.to_move in (MAX, MIN, CHANCE) else PLAYER


def mover_text(node: Node) -> str:
    """Who moves, as it is written: MAX, MIN, CHANCE, or a player's name as it is."""
    return node.to_move if kind_of(node) == PLAYER else node.to_move.upper()


def is_unknown(node: Node) -> bool:
    """Whether the game goes on, but not in this tree."""
    return not node.children and not node.is_terminal


def numeral(value: Value) -> str:
    """A value as a textbook writes it: 3, -0.25, ∞, (1, 2, 6); no noise of floats."""
    if isinstance(value, tuple):
        return f"({', '.join(map(numeral, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, float):
        return INFINITE.get(value) or f"{round(value, 12) + 0.0:.12g}"  # no -0
    return str(value)


def window_label(bounds: Window) -> str:
    """`α=3 β=∞`."""
    alpha, beta = bounds
    return f"α={numeral(alpha)} β={numeral(beta)}"


def move_names(tree: GameTree) -> dict[int, str]:
    """What the move to each child is called, where that has a name of its own."""
    return {
        child: move
        for node in tree.nodes
        if node.moves
        for child, move in zip(node.children, node.moves, strict=True)
    }


def probabilities_above(tree: GameTree, least: int = 1) -> dict[int, str]:
    """The probability of each outcome, where chance has at `least` so many."""
    return {
        child: text
        for node in tree.nodes
        if len(node.probabilities) >= least
        for child, text in zip(
            node.children, probability_texts(node.probabilities), strict=True
        )
    }


def tree_in_words(tree: GameTree, marks: Marks) -> str:
    """The drawn tree in words, for those who cannot see it."""
    nodes = count_text(len(tree.nodes), "node")
    root = f"{mover_text(tree.root)} is to move at {tree.root.label}"
    told = [f"A game tree of {nodes}; {root}."]
    if tree.horizon:
        ends = tuple(tree.nodes[index].label for index in sorted(tree.horizon))
        told.append(f"Horizon, at which the search stops: {few_names(ends, NAMED)}.")
    found: dict[str, list[str]] = {}
    for label, state in zip(tree.labels(), states(tree, marks), strict=True):
        found.setdefault(state, []).append(label)
    for state in (PRUNED, WRONGLY_VISITED, WRONGLY_SKIPPED):
        if state in found:
            names = few_names(tuple(found[state]), NAMED)
            told.append(f"{meaning(state, marks).capitalize()}: {names}.")
    if marks.principal:
        told.append(f"Principal variation: {few_names(marks.principal, NAMED)}.")
    if marks.wrong_at:
        told.append(f"The search first went wrong at {marks.wrong_at}.")
    return " ".join(told)


FREE = " .-_"  # what stands in a square in which nothing stands
MOST_SIDE = 10  # squares


def board_of(node: Node) -> tuple[str, ...]:
    """The rows of the board from above, a sign a square; () where there is none."""
    content, label = node.content, position_of(node.label)
    if not isinstance(content, str):
        return ()
    written = label.replace("/", "\n") if label.replace("/", "") == content else content
    rows = tuple(written.strip("\n").split("\n"))
    sides = {len(rows), *map(len, rows)}
    is_board = len(set(map(len, rows))) == 1 and 2 <= min(sides) <= max(sides)
    plain = all(row.isascii() and row.isprintable() for row in rows)
    return rows if is_board and plain and max(sides) <= MOST_SIDE else ()


ROWS = "/"  # between the rows of a board in a label
GAP = "  "
WIDTH = 72  # columns in all
SQUARE = 18  # pixels
MARK = {"width": f"{SQUARE}", "height": f"{SQUARE}", "class": "gt-marked"}
START, ELISION = "start", "…"

Way = Sequence[tuple[str, str]]  # positions, each behind the name of its action


def boards_along_line(way: Way) -> tuple[str, ...]:
    """The boards along a line under their actions; of a long one the last."""
    columns = [[action or START, *label.split(ROWS)] for action, label in way]
    widths = [max(map(len, column)) + len(GAP) for column in columns]
    while len(columns) > 1 and sum(widths) + len(ELISION) > WIDTH:
        columns, widths = columns[1:], widths[1:]
    if len(columns) < len(way):
        columns = [[ELISION] * len(columns[0]), *columns]
    most = max(map(len, columns))
    filled = []
    for column in columns:
        width, empty = max(map(len, column)), [""] * (most - len(column))
        filled.append([text.ljust(width) for text in (*column, *empty)])
    rows = zip(*filled, strict=True)
    return tuple([GAP.join(row).rstrip() for row in rows])


def board_svg(label: str, marked: Sequence[tuple[int, int]] = ()) -> str:
    """The board of a position as SVG, with marks in squares; "" where it is none."""
    rows = label.split(ROWS)
    columns = len(rows[0])
    if len(rows) < 2 or {*map(len, rows)} != {columns} or columns < 2:
        return ""
    wide, high = SQUARE * columns, SQUARE * len(rows)
    root = ET.Element("svg", width=f"{wide + 2}", height=f"{high + 2}", role="img")
    root.set("viewBox", f"-1 -1 {wide + 2} {high + 2}")
    root.set("class", "board")
    root.set("aria-label", " / ".join(rows))
    for down, right in marked:
        if 0 <= down < len(rows) and 0 <= right < columns:
            x, y = SQUARE * right, SQUARE * down
            ET.SubElement(root, "rect", {"x": f"{x}", "y": f"{y}", **MARK})
    lines = [f"M0 {SQUARE * n}H{wide}" for n in range(len(rows) + 1)]
    lines += [f"M{SQUARE * n} 0V{high}" for n in range(columns + 1)]
    ET.SubElement(root, "path", {"class": "gt-grid", "d": "".join(lines)})
    for place, row in enumerate(rows):
        for column, sign in enumerate(row):
            if sign not in FREE:
                at = {"x": f"{SQUARE * column + SQUARE / 2:g}"}
                at["y"] = f"{SQUARE * place + SQUARE - 5:g}"
                text = ET.SubElement(root, "text", {"class": "gt-square", **at})
                text.text = sign
    return ET.tostring(root, encoding="unicode")
