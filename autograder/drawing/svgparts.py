"""What a picture is put together from: elements, outlines, strokes, and the legend."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Collection, Mapping
from functools import lru_cache
from xml.etree import ElementTree as ET

from autograder.drawing import nodes
from autograder.drawing.nodes import LEAF, PLAYER
from autograder.drawing.replay import Marks
from autograder.game import CHANCE, MAX, MIN
from autograder.trees.tree import GameTree

HALF, TALL, BOX = 20.0, 34.0, 20.0  # half a triangle's width, its height; a leaf's
INSIDE = {  # the line on which a value is written, or a name
    MAX: 30.0,
    MIN: 13.0,
    CHANCE: 21.5,
    PLAYER: 21.5,
    LEAF: 14.5,
}
ROUND = 11.0  # the radius of a player's corners
RING, STAR = 8.0, 6.0  # around the middle of an edge
OUTER = 3.5  # between the two lines of a doubled outline
FORBIDDEN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
OURS = frozenset("αβ∞−…≈")
NARROW = frozenset("iljtfrI.,:;'|!()[] -/")
WIDE = frozenset("mwMW@%&ABCDGHKNOQRUVXY=−∞#+<>~^…≈")
MOST_SIGNS = 1_000  # of which the width is kept: pictures have few, and often


def width_of(text: str) -> float:
    """About how wide a text is in a picture; rather too much."""
    return sum(map(_width_of, text))


@lru_cache(MOST_SIGNS)
def _width_of(sign: str) -> float:
    if unicodedata.category(sign) in ("Mn", "Me"):
        return 0.0
    if has_unknown_width(sign):
        return 13.0
    plain = unicodedata.normalize("NFD", sign)[0]
    return 5.2 if plain in NARROW else 11.0 if plain in WIDE else 8.0


@lru_cache(MOST_SIGNS)
def has_unknown_width(sign: str) -> bool:
    """Whether nobody knows how wide a font draws it."""
    return not unicodedata.normalize("NFD", sign)[0].isascii() and sign not in OURS


def node_outline_path(
    kind: str, x: float, y: float, half: float, more: float = 0.0
) -> str:
    """The path around a node whose top is at `y`; `more` stands so far outside it."""
    if kind in (MAX, MIN):
        wide = half + 1.75 * more
        if kind == MAX:
            tip, base = y - 2 * more, y + TALL + more
            return path((x, tip), (x + wide, base), (x - wide, base)) + "Z"
        tip, base = y + TALL + 2 * more, y - more
        return path((x, tip), (x - wide, base), (x + wide, base)) + "Z"
    left, right, top = x - half - more, x + half + more, y - more
    if kind == LEAF:
        bottom = y + BOX + more
        return path((left, top), (right, top), (right, bottom), (left, bottom)) + "Z"
    radius = TALL if kind == CHANCE else ROUND
    return rounded_box(left, top, right, y + TALL + more, radius)


def rounded_box(
    left: float, top: float, right: float, bottom: float, radius: float
) -> str:
    """A box with round corners, the points of which are those that it touches."""
    radius = min(radius, (right - left) / 2, (bottom - top) / 2)
    turn = f"A{rounded_length(radius)} {rounded_length(radius)} 0 0 1 "
    sides = (
        ((left + radius, top), (right - radius, top)),
        ((right, top + radius), (right, bottom - radius)),
        ((right - radius, bottom), (left + radius, bottom)),
        ((left, bottom - radius), (left, top + radius)),
    )
    drawn = [path(*side).removeprefix("M") for side in sides]
    return f"M{turn.join(drawn)}{turn}{drawn[0].partition('L')[0]}Z"


def path(*points: tuple[float, float]) -> str:
    """A line from point to point, as SVG writes it."""
    return "M" + "L".join(f"{rounded_length(x)},{rounded_length(y)}" for x, y in points)


def rounded_length(length: float) -> str:
    """A length without the noise of floats: 12, 0.5."""
    return f"{round(length, 1):.10g}"


def cut_path(start: tuple[float, float], end: tuple[float, float]) -> str:
    """Two strokes across an edge, nearer to its lower end, where edges part."""
    (x, y), (to_x, to_y) = start, end
    length = math.hypot(to_x - x, to_y - y)
    along_x, along_y = (to_x - x) / length, (to_y - y) / length
    strokes = []
    for behind in (-2.5, 2.5):
        middle_x = x + (to_x - x) * 0.6 + behind * along_x
        middle_y = y + (to_y - y) * 0.6 + behind * along_y
        across_x, across_y = 6.5 * along_y, -6.5 * along_x
        ends = (middle_x - across_x, middle_y - across_y)
        strokes.append(path(ends, (middle_x + across_x, middle_y + across_y)))
    return "".join(strokes)


def ring(x: float, y: float) -> str:
    """A circle around a point, which says that somebody chose."""
    half = rounded_length(RING)
    start, across = path((x - RING, y)), rounded_length(2 * RING)
    return f"{start}a{half},{half} 0 1 0 {across},0a{half},{half} 0 1 0 -{across},0Z"


def star(x: float, y: float) -> str:
    """A star of five points around a point, which says that nothing is better."""
    corners = []
    for turn in range(10):
        angle = math.pi * (turn / 5 - 0.5)
        out = STAR if turn % 2 == 0 else STAR * 0.42
        corners.append((x + out * math.cos(angle), y + out * math.sin(angle)))
    return path(*corners) + "Z"


def arrow(x: float, y: float, length: float) -> str:
    """An arrow to the right, its point at `x`, `y`."""
    shaft = path((x - length, y), (x, y))
    return shaft + path((x - 7, y - 5), (x, y), (x - 7, y + 5))


def add(parent: ET.Element, tag: str, text: str = "", **attributes: str) -> ET.Element:
    """A new last child; `css` is its class, and `_` in a name stands for `-`."""
    names = {"css": "class"}
    named = {names.get(k, k.replace("_", "-")): v for k, v in attributes.items()}
    child = ET.SubElement(parent, tag, named)
    child.text = FORBIDDEN.sub("\ufffd", text) or None
    return child


def write(parent: ET.Element, css: str, text: str, x: float, y: float) -> None:
    """A line of text, of a width that is known whatever the font has for its signs."""
    if not text:
        return
    line = add(parent, "text", text, css=css, x=rounded_length(x), y=rounded_length(y))
    if any(map(has_unknown_width, text)):
        line.set("textLength", rounded_length(width_of(text)))
        line.set("lengthAdjust", "spacingAndGlyphs")


SAMPLE, BETWEEN, ROW, KEY_HALF = 34.0, 18.0, 25.0, 15.0
HORIZON, NOISE = "horizon", "noise"
WORDS = {
    MAX: "MAX",
    MIN: "MIN",
    nodes.PRUNED: "pruned",
    nodes.WRONGLY_VISITED: "wrongly visited",
    nodes.WRONGLY_SKIPPED: "wrongly skipped",
    "principal": "principal variation",
    "here": "first wrong step",
    "best": "best action",
    "chosen": "action chosen",
    "amiss": "chosen, though not best",
}
MORE = {  # of what is not in every tree
    CHANCE: "CHANCE",
    nodes.PLAYER: "player to move",
    HORIZON: "horizon: the search stops here",
    nodes.BEYOND: "beyond the horizon",
    NOISE: "not quiet: the search goes on",
}
ALL = WORDS | MORE
ORDER = (MAX, MIN, *MORE, *[key for key in WORDS if key not in (MAX, MIN)])
SIGNS = {"best": star, "chosen": ring, "amiss": ring}  # on the edges of the root
CORNERS = {
    CHANCE: (8.0, 7.0),
    nodes.PLAYER: (4.0, 5.0),
    HORIZON: (4.0, 0.0),
}  # left, radius
PLACES = tuple[list[tuple[str, float, float]], float]


def special_marks(tree: GameTree) -> frozenset[str]:
    """Which of the marks there are that are not in every tree."""
    found = {nodes.kind_of(node) for node in tree.nodes}
    if tree.horizon:
        found |= {HORIZON}
    if any(tree.nodes[index].children for index in tree.horizon):
        found |= {nodes.BEYOND}
    if not all(node.quiet for node in tree.nodes):
        found |= {NOISE}
    return frozenset(found & set(MORE))


def key_names(
    kinds: Collection[str], states: Collection[str], marks: Marks
) -> list[str]:
    """What is to be explained of a tree with these kinds of nodes and these states."""
    found = {*kinds, *states}
    found |= {"principal"} if marks.principal else set()
    found |= {"here"} if marks.wrong_at else set()
    found |= {"best"} if marks.best else set()
    if marks.chosen:
        found |= {"chosen" if marks.chosen in marks.best else "amiss"}
    return [key for key in ORDER if key in found]


def key_places(
    meanings: Mapping[str, str], left: float, top: float, width: float
) -> PLACES:
    """Each key with its place, row by row in such a width; and where they end."""
    places = []
    x, y = left, top
    for key, meaning in meanings.items():
        needed = SAMPLE + width_of(meaning) + BETWEEN
        if x > left and x + needed - BETWEEN > left + width:
            x, y = left, y + ROW
        places.append((key, x, y))
        x += needed
    return places, y + ROW if places else top


def draw_sample(parent: ET.Element, key: str, x: float, y: float) -> ET.Element:
    """The sample of a key, in a group of its own."""
    group = add(parent, "g", css=f"gt-key gt-{key}")
    if key in (MAX, MIN):
        tip, base = (y, y + 14) if key == MAX else (y + 14, y)
        triangle = path((x + KEY_HALF, tip), (x + 24, base), (x + 6, base))
        add(group, "path", css="gt-shape", d=f"{triangle}Z")
    elif key in CORNERS:
        left, radius = CORNERS[key]
        box = rounded_box(x + left, y, x + 2 * KEY_HALF - left, y + 14, radius)
        add(group, "path", css="gt-shape", d=box)
    elif key == NOISE:
        write(group, "gt-words", nodes.NOISY, x + KEY_HALF, y + 11)
    elif key == "here":
        add(group, "path", d=arrow(x + 28, y + 7, 26))
    elif key in SIGNS:
        add(group, "path", css=f"gt-{key}", d=SIGNS[key](x + KEY_HALF, y + 7))
    else:
        _draw_edge(group, key, x, y + 7)
    return group


def _draw_edge(group: ET.Element, key: str, x: float, y: float) -> None:
    box = {"y": rounded_length(y - 6), "width": "12", "height": "12"}
    start, end = (x, y), (x + 28, y)
    if key in (nodes.WRONGLY_VISITED, nodes.WRONGLY_SKIPPED):
        end = (x + 12, y)
        sign = "!" if key == nodes.WRONGLY_VISITED else "?"
        write(group, "gt-badge", sign, x + 4, y + 6)
        start = end
        outer = {"y": rounded_length(y - 9), "width": "18", "height": "18"}
        add(group, "rect", css="gt-double", x=rounded_length(x + 10), **outer)
        add(group, "rect", css="gt-shape", x=rounded_length(x + 13), **box)
        return
    add(group, "path", css=f"gt-edge gt-{key}", d=path(start, end))
    if key == nodes.PRUNED:
        add(group, "path", css="gt-cut", d=cut_path(start, end))
