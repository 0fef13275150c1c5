"""The line below a picture that says what its marks mean: those that occur in it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from xml.etree import ElementTree as ET

from autograder.drawing import nodes
from autograder.drawing.replay import Marks
from autograder.drawing.svgparts import (
    add,
    arrow,
    cut,
    path,
    ring,
    rounded_box,
    rounded_length,
    star,
    width_of,
    write,
)
from autograder.game import CHANCE, MAX, MIN
from autograder.trees.tree import GameTree

SAMPLE, BETWEEN, ROW, HALF = 34.0, 18.0, 25.0, 15.0
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
ROUND = {
    CHANCE: (8.0, 7.0),
    nodes.PLAYER: (4.0, 5.0),
    HORIZON: (4.0, 0.0),
}  # left, radius
PLACES = tuple[list[tuple[str, float, float]], float]


def more_of(tree: GameTree) -> frozenset[str]:
    """Which of the marks there are that are not in every tree."""
    found = {nodes.kind_of(node) for node in tree.nodes}
    if tree.horizon:
        found |= {HORIZON}
    if any(tree.nodes[index].children for index in tree.horizon):
        found |= {nodes.BEYOND}
    if not all(node.quiet for node in tree.nodes):
        found |= {NOISE}
    return frozenset(found & set(MORE))


def keys(kinds: Collection[str], states: Collection[str], marks: Marks) -> list[str]:
    """What is to be explained of a tree with these kinds of nodes and these states."""
    found = {*kinds, *states}
    found |= {"principal"} if marks.principal else set()
    found |= {"here"} if marks.wrong_at else set()
    found |= {"best"} if marks.best else set()
    if marks.chosen:
        found |= {"chosen" if marks.chosen in marks.best else "amiss"}
    return [key for key in ORDER if key in found]


def words(marks: Marks) -> Mapping[str, str]:
    """What each key means on a tree with these marks."""
    return ALL | nodes.OF_TIMES if marks.counts else ALL


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


def draw(parent: ET.Element, key: str, meaning: str, x: float, y: float) -> None:
    """One key: a sample, and what it means."""
    group = sample(parent, key, x, y)
    write(group, "gt-words", meaning, x + SAMPLE, y + 11)


def sample(parent: ET.Element, key: str, x: float, y: float) -> ET.Element:
    """The sample of a key, in a group of its own."""
    group = add(parent, "g", css=f"gt-key gt-{key}")
    if key in (MAX, MIN):
        tip, base = (y, y + 14) if key == MAX else (y + 14, y)
        triangle = path((x + HALF, tip), (x + 24, base), (x + 6, base))
        add(group, "path", css="gt-shape", d=f"{triangle}Z")
    elif key in ROUND:
        left, radius = ROUND[key]
        box = rounded_box(x + left, y, x + 2 * HALF - left, y + 14, radius)
        add(group, "path", css="gt-shape", d=box)
    elif key == NOISE:
        write(group, "gt-words", nodes.NOISY, x + HALF, y + 11)
    elif key == "here":
        add(group, "path", d=arrow(x + 28, y + 7, 26))
    elif key in SIGNS:
        add(group, "path", css=f"gt-{key}", d=SIGNS[key](x + HALF, y + 7))
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
        add(group, "path", css="gt-cut", d=cut(start, end))
