"""A tree as SVG: one self-contained element, for a page, a notebook or a file.

Nodes are `<g data-node>`, edges `<path data-child>`, by index, under classes of states.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from xml.etree import ElementTree as ET

from autograder.drawing import nodes, svgparts
from autograder.drawing.replay import Marks, Replay
from autograder.drawing.svgparts import (
    BOX,
    HALF,
    INSIDE,
    OUTER,
    TALL,
    add,
    arrow,
    cut_path,
    node_outline_path,
    path,
    ring,
    rounded_length,
    star,
    width_of,
    write,
)
from autograder.game import CHANCE, Value
from autograder.text import shortened
from autograder.trees.tree import GameTree
from autograder.trees.values import exact_values


def _style(name: str) -> str:
    path = resources.files("autograder.drawing").joinpath(name)
    return f"\n{path.read_text(encoding='utf-8')}"


STYLE = _style("picture.css")  # by the classes of nodes and edges
MORE_STYLE = _style("more.css")  # for what is not in every tree: `svgparts.MORE`
BOARDS_STYLE = _style("boards.css")
SQUARE = 12.0  # of a board
MARGIN, GAP, ROW = 14.0, 10.0, 15.0
LEAST_WIDTH = 300.0
BETWEEN, STEEP, MOST_BETWEEN = 38.0, 0.11, 130.0  # plies; wide ones stand further apart
DOUBLE, BADGE, ARROW = 9.0, 14.0, 80.0  # what they take to the left of a node
HERE = "first wrong"
LONGEST = 22  # columns of a label or a number; the node's title has the whole
LONGEST_PAYOFFS, LONGEST_NAME = 40, 10  # columns of a vector, and of a player
LONGEST_MOVE = 14
TINTS = 6  # for as many players, in the order of their payoffs
FITS_INSIDE = 3  # characters of a value in a triangle
ALONG = 0.42  # of an edge, before the signs on it
NEAR, NOTE = 0.8, 12.0  # of an edge, before what is written on it, and its room
BADGES = {nodes.WRONGLY_VISITED: "!", nodes.WRONGLY_SKIPPED: "?"}
LONG_DIGITS = re.compile(r"(\.\d{3})\d+")  # of which a replay writes three
NO_MARKS = Marks()
NOTHING: Mapping[str, Value] = {}
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Figure:
    """A node as it is drawn: what stands in it, and beside or below it."""

    kind: str
    css: str
    state: str
    inside: str
    rows: tuple[str, ...]
    named: int  # how many of these, the first, say which node it is
    half: float  # the width of its outline
    here: bool  # whether the first wrong step is marked at it
    note: str  # on the edge above it
    room: float  # beside it, for what a replay will write there
    board: tuple[str, ...]  # its rows; above the label, or in its place

    def height(self) -> float:
        """What it takes below its place."""
        below = SQUARE * len(self.board) + ROW * len(self.rows)
        if self.kind == nodes.LEAF:
            return BOX + 4 + below
        return below if self.board else 0.0

    def extent(self) -> nodes.Extent:
        """What it takes to the left and to the right of its place."""
        least = width_of(self.note) / 2 / NEAR
        double = DOUBLE if self.state == nodes.WRONGLY_VISITED else 0.0
        signs = (BADGE if self.state in BADGES else 0.0) + (ARROW if self.here else 0.0)
        squares = SQUARE * len(self.board[0]) if self.board else 0.0
        words = max((self.room, squares, *map(width_of, self.rows)))
        left = right = self.half + double
        left += signs
        if self.kind == nodes.LEAF:
            left, right = max(left, words / 2), max(right, words / 2)
        else:
            right += 3 + words
        return max(left, least), max(right, least)


def svg(tree: GameTree, marks: Marks = NO_MARKS) -> str:
    """A complete `<svg>` element, without a declaration before it."""
    part = nodes.whole(nodes.within_horizon(tree, marks))
    beyond = len(tree.nodes) - len(part.tree.nodes)
    return ET.tostring(_Picture(part, marks, beyond).element(), encoding="unicode")


def replay_svg(replay: Replay, room: float) -> str:
    """What a replay is shown on, without style and legend, with `room` below."""
    tree, marks = replay.tree, replay.marks
    written = exact_values(tree) if svgparts.special_marks(tree) else {}
    shown = nodes.within_horizon(tree, marks)
    beyond = len(tree.nodes) - len(shown.nodes)
    part = nodes.part_around_label(shown, marks, replay.label_to_show)
    drawn = _Picture(part, marks, beyond, written).bare(room)
    return ET.tostring(drawn, encoding="unicode")


def samples(trees: Iterable[GameTree] = ()) -> tuple[tuple[str, str], ...]:
    """Each mark that there is: a small picture without its style, and its words."""
    more = {key for tree in trees for key in svgparts.special_marks(tree)}
    keys = [key for key in svgparts.ORDER if key in svgparts.WORDS or key in more]
    size = {"width": "32", "height": "20", "viewBox": "-2 -3 32 20"}
    css = {"class": "gt-tree", "aria-hidden": "true"}
    drawn = []
    for key in keys:
        root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg"} | css | size)
        svgparts.draw_sample(root, key, 0, 0)
        drawn.append((ET.tostring(root, encoding="unicode"), svgparts.ALL[key]))
    return tuple(drawn)


def data_uri(picture: str) -> str:
    """The picture as the address of an image."""
    return f"data:image/svg+xml;base64,{b64encode(picture.encode()).decode('ascii')}"


class _Picture:
    def __init__(
        self,
        part: nodes.Part,
        marks: Marks,
        beyond: int,
        written: Mapping[str, Value] = NOTHING,
    ) -> None:
        tree, self._left_out = part.tree, beyond
        self._part = part
        self._tree, self._marks, self._written = tree, marks, written
        self._states = nodes.states(tree, marks)
        self._more = svgparts.special_marks(tree)
        self._principal = frozenset(marks.principal)
        children = [node.children for node in tree.nodes]
        self._parents = tree.parents()
        self._probabilities, self._moves = (
            nodes.probabilities_above(tree),
            nodes.move_names(tree),
        )
        self._notes = _notes(self._moves, self._probabilities)
        values = [nodes.numeral(value) for value in marks.values.values()]
        self._fits = all(len(value) <= FITS_INSIDE for value in values)
        self._figures = [self._figure(index) for index in range(len(tree.nodes))]
        extents = [drawn.extent() for drawn in self._figures]
        self._x = [MARGIN + x for x in nodes.horizontal_places(children, extents, GAP)]
        ends = [x + right for x, (_, right) in zip(self._x, extents, strict=True)]
        self._width = max(ends) + MARGIN
        self._band = max(TALL, *(drawn.height() for drawn in self._figures))
        self._y = self._tops(tree.depths())

    def element(self) -> ET.Element:
        """The whole."""
        root = self._begun()
        style = STYLE + MORE_STYLE if self._more or self._moves else STYLE
        boards = any(drawn.board for drawn in self._figures)
        add(root, "style", style + BOARDS_STYLE if boards else style)
        paper = add(root, "rect", css="gt-paper")
        self._draw_tree(root)
        width = max(self._width, LEAST_WIDTH)
        left = (self._width - width) / 2  # a narrow tree stands above its legend
        height = self._draw_legend(root, left + MARGIN, width - 2 * MARGIN)
        size = _sized(root, left, width, height)
        paper.attrib.update({"x": rounded_length(left)} | size)
        return root

    def bare(self, room: float) -> ET.Element:
        """The tree alone."""
        root = self._begun()
        self._draw_tree(root)
        width = max(self._width, LEAST_WIDTH)
        bottom = max(self._y) + self._band + MARGIN + room
        _sized(root, (self._width - width) / 2, width, bottom)
        return root

    def _begun(self) -> ET.Element:
        root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg"})
        add(root, "title", self._tree.title or "A game tree")
        told = nodes.tree_in_words(self._tree, self._marks)
        told += (
            f" {nodes.nodes_left_out_text(self._left_out)}." if self._left_out else ""
        )
        add(root, "desc", told)
        return root

    def _draw_tree(self, root: ET.Element) -> None:
        edges, shapes = add(root, "g", css="gt-edges"), add(root, "g", css="gt-nodes")
        for index in range(len(self._figures)):
            if index:
                self._draw_edge(edges, index)
            self._draw_node(shapes, index)
        for child in self._notes:  # over all edges
            self._draw_note(edges, child)

    def _figure(self, index: int) -> _Figure:
        node, marks = self._tree.nodes[index], self._marks
        kind = nodes.kind_of(node)
        css, players = f"gt-{kind}", self._tree.players
        if kind == nodes.PLAYER and node.to_move in players:
            css += f" gt-player-{players.index(node.to_move) % TINTS}"
        if index in self._tree.horizon:
            css += f" gt-{svgparts.HORIZON}"
        inside, label = self._words(index)
        board = nodes.board_of(node)
        more, room = self._part.more.get(node.label), 0.0
        if node.label in self._written and not node.is_terminal:
            text = _written(self._written[node.label])
            room = width_of(LONG_DIGITS.sub(r"\1…", text))
        rows = [text for text in (label, f"+{more}" if more else "") if text]
        named = len(rows)
        if node.label in marks.windows:
            rows.append(nodes.window_label(marks.windows[node.label]).replace("-", "−"))
        if node.label in marks.notes:
            rows.append(marks.notes[node.label].replace("-", "−"))
        return _Figure(
            kind=kind,
            css=css,
            state=self._states[index],
            inside=inside,
            rows=tuple(rows),
            named=named,
            half=_half(kind, inside),
            here=node.label == marks.wrong_at,
            note=self._notes.get(index, ""),
            room=room,
            board=board,
        )

    def _words(self, index: int) -> tuple[str, str]:
        """What stands in a node, and its label with what finds no room inside."""
        node = self._tree.nodes[index]
        is_board = "/" in node.label and nodes.board_of(node)
        label = "" if is_board else shortened(node.label, LONGEST)
        label += "" if node.quiet else f" {nodes.NOISY}"
        value, known = self._marks.values.get(node.label), node.utility
        named = nodes.kind_of(node) == nodes.PLAYER
        inside = shortened(node.to_move, LONGEST_NAME) if named else ""
        roomy = self._fits and not named
        if known is not None:
            inside = _written(known)
        elif index in self._tree.horizon and node.estimate is not None:
            known = node.estimate
            label += f" {nodes.ROUGHLY} {_written(known)}"
        elif nodes.is_unknown(node) and node.label not in self._part.more:
            label += f" {nodes.UNKNOWN}" if named else ""
            inside = inside or nodes.UNKNOWN
        elif value is not None and roomy:
            return _written(value), label
        if value is not None and value != known:
            label += f" = {_written(value)}"
        return inside, label.strip()

    def _tops(self, plies: list[int]) -> list[float]:
        """The top of each node: plies in which edges run far stand further apart."""
        widest = [0.0] * (max(plies) + 1)
        for child, parent in enumerate(self._parents[1:], 1):
            across = abs(self._x[child] - self._x[parent])
            widest[plies[child]] = max(widest[plies[child]], across)
        noted = {plies[child] for child in self._notes}
        tops = [MARGIN]
        for ply, across in enumerate(widest[1:], 1):
            between = min(max(BETWEEN, STEEP * across), MOST_BETWEEN)
            between += NOTE if ply in noted else 0.0
            tops.append(tops[-1] + self._band + between)
        return [tops[ply] for ply in plies]

    def _draw_edge(self, edges: ET.Element, child: int) -> None:
        parent = self._parents[child]
        start, end = self._slope(child)
        state = self._states[child]
        css = ["gt-edge", f"gt-{state}"] if state else ["gt-edge"]
        if self._states[parent] == nodes.PRUNED:
            css.append("gt-below")
        if {self._tree.nodes[i].label for i in (parent, child)} <= self._principal:
            css.append("gt-principal")
        points = [(self._x[parent], self._y[parent] + TALL), start, end]
        line = path(*points[self._band == TALL :])
        place = str(self._part.places[child])
        add(edges, "path", css=" ".join(css), d=line, data_child=place)
        if state and state != nodes.BEYOND:
            add(edges, "path", css="gt-cut", d=cut_path(start, end))
        if not parent:
            self._draw_signs(edges, self._tree.nodes[child].label, start, end)

    def _slope(self, child: int) -> tuple[Point, Point]:
        parent = self._parents[child]
        start = (self._x[parent], self._y[parent] + self._band)
        return start, (self._x[child], self._y[child])

    def _draw_note(self, edges: ET.Element, child: int) -> None:
        """What is written on an edge, near the child, where edges stand apart."""
        (x, y), (to_x, to_y) = self._slope(child)
        css = "gt-probability" if child in self._probabilities else "gt-move"
        css = f"gt-{nodes.BEYOND}" if self._states[child] == nodes.BEYOND else css
        text = self._notes[child]
        x, y, width = x + (to_x - x) * NEAR, y + (to_y - y) * NEAR, width_of(text) - 2
        box = {"width": rounded_length(width), "height": "11"}
        add(
            edges,
            "rect",
            css="gt-behind",
            x=rounded_length(x - width / 2),
            y=rounded_length(y - 6),
            **box,
        )
        write(edges, css, text, x, y + 4)

    def _draw_signs(
        self, edges: ET.Element, action: str, start: Point, end: Point
    ) -> None:
        """On an edge of the root: whether its action was chosen, or is best."""
        (x, y), (to_x, to_y) = start, end
        middle = (x + (to_x - x) * ALONG, y + (to_y - y) * ALONG)
        is_best = action in self._marks.best
        if action == self._marks.chosen:
            css = "gt-chosen" if is_best else "gt-amiss"
            add(edges, "path", css=css, d=ring(*middle))
        if is_best:
            add(edges, "path", css="gt-best", d=star(*middle))

    def _draw_node(self, shapes: ET.Element, index: int) -> None:
        drawn, x, y = self._figures[index], self._x[index], self._y[index]
        css = f"gt-node {drawn.css}" + (drawn.state and f" gt-{drawn.state}")
        place = str(self._part.places[index])
        group = add(shapes, "g", css=css, data_node=place)
        add(group, "title", self._tooltip(index))
        left = x - drawn.half
        if drawn.state == nodes.WRONGLY_VISITED:
            double = node_outline_path(drawn.kind, x, y, drawn.half, OUTER)
            add(group, "path", css="gt-double", d=double)
            left -= DOUBLE
        shape = node_outline_path(drawn.kind, x, y, drawn.half)
        add(group, "path", css="gt-shape", d=shape)
        write(group, "gt-inside", drawn.inside, x, y + INSIDE[drawn.kind])
        _write_rows(group, drawn, x, y)
        if drawn.state in BADGES:
            write(group, "gt-badge", BADGES[drawn.state], left - 7, y + 17)
            left -= BADGE
        if drawn.here:
            here = add(group, "g", css="gt-here")
            write(here, "gt-words", HERE, left - ARROW + 4, y + 8)
            add(here, "path", d=arrow(left - 2, y + 15, ARROW - 6))

    def _tooltip(self, index: int) -> str:
        """What a pointer that rests on the node is told: nothing in it is cut short."""
        node, marks = self._tree.nodes[index], self._marks
        kind = "terminal" if node.is_terminal else nodes.mover_text(node)
        told = [f"{node.label}: {kind}"]
        notes = {"action": self._moves, "probability": self._probabilities}
        told += [f"{what} {of[index]}" for what, of in notes.items() if index in of]
        if node.utility is not None:
            told.append(f"utility {nodes.numeral(node.utility)}")
        if node.estimate is not None:
            told.append(f"estimate {nodes.numeral(node.estimate)}")
        if not node.quiet:
            told.append("not quiet")
        if index in self._tree.horizon:
            told.append("at the horizon")
        elif nodes.is_unknown(node):
            told.append("goes on, not drawn")
        if node.label in marks.values:
            told.append(f"value {nodes.numeral(marks.values[node.label])}")
        if node.label in marks.windows:
            told.append(nodes.window_label(marks.windows[node.label]))
        if self._states[index]:
            told.append(nodes.meaning(self._states[index], self._marks))
        return ", ".join(told)

    def _draw_legend(self, root: ET.Element, left: float, width: float) -> float:
        """Draw what the marks mean that occur; where the picture ends."""
        bottom = max(self._y) + self._band + 2 * MARGIN
        kinds = {drawn.kind for drawn in self._figures}
        keys = svgparts.key_names({*kinds, *self._more}, set(self._states), self._marks)
        words = svgparts.ALL | (nodes.OF_TIMES if self._marks.counts else {})
        meanings = {key: words[key] for key in keys}
        places, end = svgparts.key_places(meanings, left, bottom, width)
        group = add(root, "g", css="gt-legend")
        for key, x, y in places:
            sample = svgparts.draw_sample(group, key, x, y)
            write(sample, "gt-words", meanings[key], x + svgparts.SAMPLE, y + 11)
        return end


def _sized(
    root: ET.Element, left: float, width: float, height: float
) -> dict[str, str]:
    size = {"width": rounded_length(width), "height": rounded_length(height)}
    root.attrib.update({"class": "gt-tree", "role": "img"} | size)
    root.set("viewBox", f"{rounded_length(left)} 0 {size['width']} {size['height']}")
    return size


def _write_rows(group: ET.Element, drawn: _Figure, x: float, y: float) -> None:
    """The label or board, and the window: below a leaf, beside a triangle."""
    if drawn.kind == nodes.LEAF:
        first = y + BOX + 15
    else:
        first = y + (21 if len(drawn.rows) == 1 else 13)
        x += drawn.half + 3
    if drawn.board:
        left = x - SQUARE * len(drawn.board[0]) / 2 if drawn.kind == nodes.LEAF else x
        top = y + BOX + 4 if drawn.kind == nodes.LEAF else y
        _draw_board(group, drawn.board, left, top)
        first = top + SQUARE * len(drawn.board) + 12
    for number, row in enumerate(drawn.rows):
        css = "gt-window" if number >= drawn.named else "gt-label" if not number else ""
        write(group, f"gt-row {css}".rstrip(), row, x, first + ROW * number)


def _draw_board(
    group: ET.Element, board: tuple[str, ...], left: float, top: float
) -> None:
    right, bottom = left + SQUARE * len(board[0]), top + SQUARE * len(board)
    across = [top + SQUARE * row for row in range(len(board) + 1)]
    down = [left + SQUARE * column for column in range(len(board[0]) + 1)]
    middles = [rounded_length(x + SQUARE / 2) for x in down[:-1]]
    lines = [path((left, y), (right, y)) for y in across]
    lines += [path((x, top), (x, bottom)) for x in down]
    add(group, "path", css="gt-grid", d="".join(lines))
    for row, y in zip(board, across, strict=False):
        held = [
            pair for pair in zip(middles, row, strict=True) if pair[1] not in nodes.FREE
        ]
        if held:
            at, signs = zip(*held, strict=True)
            text = add(group, "text", "".join(signs), css="gt-square", x=" ".join(at))
            text.set("y", rounded_length(y + SQUARE - 2))


def _written(value: Value) -> str:
    if not isinstance(value, tuple):
        return shortened(nodes.numeral(value), LONGEST).replace("-", "−")
    text, shown = nodes.numeral(value), len(value)
    while len(text) > LONGEST_PAYOFFS and shown > 1:
        shown -= 1
        text = f"{nodes.numeral(value[:shown])[:-1]}, …)"
    return text.replace("-", "−")


def _half(kind: str, inside: str) -> float:
    if kind == nodes.LEAF:
        return max(BOX, width_of(inside) + 8) / 2
    if kind == nodes.PLAYER:
        return max(HALF, width_of(inside) / 2 + 8)
    return TALL / 2 if kind == CHANCE else HALF


def _notes(
    moves: Mapping[int, str], probabilities: Mapping[int, str]
) -> dict[int, str]:
    """What is written on edges: the name of a move, a probability, or both."""
    named = {child: shortened(move, LONGEST_MOVE) for child, move in moves.items()}
    pairs = {child: f"{named.get(child, '')} {p}" for child, p in probabilities.items()}
    return {child: text.strip() for child, text in (named | pairs).items()}
