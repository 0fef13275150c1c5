"""A tree as SVG: one self-contained element, for a page, a notebook or a file.

Each node is a `<g data-node>` and each edge a `<path data-child>`, by the node's
index in the tree, under classes that say its state: a script on a page restyles
them, and what is seen of a state follows from its class alone.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from importlib import resources
from xml.etree import ElementTree as ET

from autograder.drawing import layout, legend
from autograder.drawing.nodes import (
    PRUNED,
    WRONGLY_SKIPPED,
    WRONGLY_VISITED,
    numeral,
    sentences,
    states,
    window,
)
from autograder.drawing.replay import Marks
from autograder.drawing.svgparts import (
    BOX,
    HALF,
    INSIDE,
    LEAF,
    OUTER,
    TALL,
    add,
    arrow,
    cut,
    outline,
    path,
    ring,
    rounded,
    star,
    width_of,
    write,
)
from autograder.game import Number
from autograder.text import shortened
from autograder.trees.tree import GameTree

_STYLE = resources.files("autograder.drawing").joinpath("picture.css")
STYLE = f"\n{_STYLE.read_text(encoding='utf-8')}"  # by the classes of nodes and edges
MARGIN, GAP, ROW = 14.0, 10.0, 15.0
LEAST_WIDTH = 300.0
BETWEEN, STEEP, MOST_BETWEEN = 38.0, 0.11, 130.0  # plies; wide ones stand further apart
DOUBLE, BADGE, ARROW = 9.0, 14.0, 80.0  # what they take to the left of a node
HERE = "first wrong"
LONGEST = 22  # columns of a label or a number; the node's title has the whole
FITS_INSIDE = 3  # characters of a value in a triangle
ALONG = 0.42  # of an edge, before the signs on it
BADGES = {WRONGLY_VISITED: "!", WRONGLY_SKIPPED: "?"}
NO_MARKS = Marks()
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Figure:
    """A node as it is drawn: what stands in it, and beside or below it."""

    kind: str  # MAX, MIN or LEAF
    state: str
    inside: str
    rows: tuple[str, ...]
    half: float  # the width of its outline
    here: bool  # whether the first wrong step is marked at it

    def extent(self) -> layout.Extent:
        """What it takes to the left and to the right of its place."""
        double = DOUBLE if self.state == WRONGLY_VISITED else 0.0
        signs = (BADGE if self.state in BADGES else 0.0) + (ARROW if self.here else 0.0)
        words = max(map(width_of, self.rows))
        if self.kind == LEAF:
            return max(self.half + double + signs, words / 2), max(
                self.half + double, words / 2
            )
        return self.half + double + signs, self.half + double + 3 + words


def svg(tree: GameTree, marks: Marks = NO_MARKS) -> str:
    """A complete `<svg>` element, without a declaration before it."""
    return ET.tostring(_Picture(tree, marks).element(), encoding="unicode")


def bare(tree: GameTree, marks: Marks, room: float) -> str:
    """The same without its style and its legend, with `room` below the last ply."""
    return ET.tostring(_Picture(tree, marks).bare(room), encoding="unicode")


def samples() -> tuple[tuple[str, str], ...]:
    """Each mark that there is: a small picture without its style, and its words."""
    return tuple((_sample(key), words) for key, words in legend.WORDS.items())


def _sample(key: str) -> str:
    size = {"width": "32", "height": "20", "viewBox": "-2 -3 32 20"}
    css = {"class": "gt-tree", "aria-hidden": "true"}
    root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg"} | css | size)
    legend.sample(root, key, 0, 0)
    return ET.tostring(root, encoding="unicode")


def data_uri(picture: str) -> str:
    """The picture as the address of an image."""
    return f"data:image/svg+xml;base64,{b64encode(picture.encode()).decode('ascii')}"


class _Picture:
    """One picture, drawn from the back to the front."""

    def __init__(self, tree: GameTree, marks: Marks) -> None:
        self._tree, self._marks = tree, marks
        self._states = states(tree, marks)
        self._principal = frozenset(marks.principal)
        children = [node.children for node in tree.nodes]
        self._parents = layout.parents(children)
        values = [numeral(value) for value in marks.values.values()]
        self._fits = all(len(value) <= FITS_INSIDE for value in values)
        self._figures = [self._figure(index) for index in range(len(tree.nodes))]
        extents = [drawn.extent() for drawn in self._figures]
        self._x = [MARGIN + x for x in layout.places(children, extents, GAP)]
        ends = [x + right for x, (_, right) in zip(self._x, extents, strict=True)]
        self._width = max(ends) + MARGIN
        below = [len(drawn.rows) for drawn in self._figures if drawn.kind == LEAF]
        self._band = max(TALL, BOX + 4 + ROW * max(below))
        self._y = self._tops(layout.depths(children))

    def element(self) -> ET.Element:
        """The whole."""
        root = self._begun()
        add(root, "style", STYLE)
        paper = add(root, "rect", css="gt-paper")
        self._draw_tree(root)
        width = max(self._width, LEAST_WIDTH)
        left = (self._width - width) / 2  # a narrow tree stands above its legend
        height = self._draw_legend(root, left + MARGIN, width - 2 * MARGIN)
        size = _sized(root, left, width, height)
        paper.attrib.update({"x": rounded(left)} | size)
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
        add(root, "desc", sentences(self._tree, self._marks))
        return root

    def _draw_tree(self, root: ET.Element) -> None:
        edges, nodes = add(root, "g", css="gt-edges"), add(root, "g", css="gt-nodes")
        for index in range(len(self._figures)):
            if index:
                self._draw_edge(edges, index)
            self._draw_node(nodes, index)

    def _figure(self, index: int) -> _Figure:
        node, marks = self._tree.nodes[index], self._marks
        leaf = not node.children
        inside = "" if node.utility is None else _written(node.utility)
        label = shortened(node.label, LONGEST)
        value = marks.values.get(node.label)
        if value is not None and not leaf and self._fits:
            inside = _written(value)
        elif value is not None and value != node.utility:
            label += f" = {_written(value)}"
        rows = [label]
        if node.label in marks.windows:
            rows.append(window(marks.windows[node.label]).replace("-", "−"))
        return _Figure(
            LEAF if leaf else node.to_move,
            self._states[index],
            inside,
            tuple(rows),
            max(BOX, width_of(inside) + 8) / 2 if leaf else HALF,
            node.label == marks.wrong_at,
        )

    def _tops(self, plies: list[int]) -> list[float]:
        """The top of each node: plies in which edges run far stand further apart."""
        widest = [0.0] * (max(plies) + 1)
        for child, parent in enumerate(self._parents[1:], 1):
            across = abs(self._x[child] - self._x[parent])
            widest[plies[child]] = max(widest[plies[child]], across)
        tops = [MARGIN]
        for across in widest[1:]:
            between = min(max(BETWEEN, STEEP * across), MOST_BETWEEN)
            tops.append(tops[-1] + self._band + between)
        return [tops[ply] for ply in plies]

    def _draw_edge(self, edges: ET.Element, child: int) -> None:
        parent = self._parents[child]
        start = (self._x[parent], self._y[parent] + self._band)
        end = (self._x[child], self._y[child])
        state = self._states[child]
        css = ["gt-edge", f"gt-{state}"] if state else ["gt-edge"]
        if self._states[parent] == PRUNED:
            css.append("gt-below")
        if {self._tree.nodes[i].label for i in (parent, child)} <= self._principal:
            css.append("gt-principal")
        points = [(self._x[parent], self._y[parent] + TALL), start, end]
        line = path(*points[self._band == TALL :])
        add(edges, "path", css=" ".join(css), d=line, data_child=str(child))
        if state:
            add(edges, "path", css="gt-cut", d=cut(start, end))
        if not parent:
            self._draw_signs(edges, self._tree.nodes[child].label, start, end)

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

    def _draw_node(self, nodes: ET.Element, index: int) -> None:
        drawn, x, y = self._figures[index], self._x[index], self._y[index]
        css = f"gt-node gt-{drawn.kind}" + (drawn.state and f" gt-{drawn.state}")
        group = add(nodes, "g", css=css, data_node=str(index))
        add(group, "title", self._told(index))
        left = x - drawn.half
        if drawn.state == WRONGLY_VISITED:
            double = outline(drawn.kind, x, y, drawn.half, OUTER)
            add(group, "path", css="gt-double", d=double)
            left -= DOUBLE
        shape = outline(drawn.kind, x, y, drawn.half)
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

    def _told(self, index: int) -> str:
        """What a pointer that rests on the node is told: nothing in it is cut short."""
        node, marks = self._tree.nodes[index], self._marks
        kind = node.to_move.upper() if node.children else "terminal"
        told = [f"{node.label}: {kind}"]
        if node.utility is not None:
            told.append(f"utility {numeral(node.utility)}")
        if node.label in marks.values:
            told.append(f"value {numeral(marks.values[node.label])}")
        if node.label in marks.windows:
            told.append(window(marks.windows[node.label]))
        if self._states[index]:
            told.append(self._states[index].replace("-", " "))
        return ", ".join(told)

    def _draw_legend(self, root: ET.Element, left: float, width: float) -> float:
        """Draw what the marks mean that occur; where the picture ends."""
        bottom = max(self._y) + self._band + 2 * MARGIN
        kinds = {drawn.kind for drawn in self._figures}
        keys = legend.keys(kinds, set(self._states), self._marks)
        places, end = legend.placed(keys, left, bottom, width)
        group = add(root, "g", css="gt-legend")
        for key, x, y in places:
            legend.draw(group, key, x, y)
        return end


def _sized(
    root: ET.Element, left: float, width: float, height: float
) -> dict[str, str]:
    """Give the element its size, which is returned."""
    size = {"width": rounded(width), "height": rounded(height)}
    root.attrib.update({"class": "gt-tree", "role": "img"} | size)
    root.set("viewBox", f"{rounded(left)} 0 {size['width']} {size['height']}")
    return size


def _write_rows(group: ET.Element, drawn: _Figure, x: float, y: float) -> None:
    """The label and the window: below a leaf, beside a triangle."""
    if drawn.kind == LEAF:
        first = y + BOX + 15
    else:
        first = y + (21 if len(drawn.rows) == 1 else 13)
        x += drawn.half + 3
    for number, row in enumerate(drawn.rows):
        css = "gt-row gt-window" if number else "gt-row gt-label"
        write(group, css, row, x, first + ROW * number)


def _written(value: Number) -> str:
    return shortened(numeral(value), LONGEST).replace("-", "−")
