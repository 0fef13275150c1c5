"""What pictures and texts of a tree have in common: states, words, lines of boards."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from autograder.drawing.replay import Marks
from autograder.game import CHANCE, MAX, MIN, Value, position_of
from autograder.text import counted, few
from autograder.trees.tree import GameTree, Node, Window
from autograder.trees.values import probability_texts

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
    far = beyond(tree)
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


def beyond(tree: GameTree) -> frozenset[int]:
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


def mover(node: Node) -> str:
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


def window(bounds: Window) -> str:
    """`α=3 β=∞`."""
    alpha, beta = bounds
    return f"α={numeral(alpha)} β={numeral(beta)}"


def moves_above(tree: GameTree) -> dict[int, str]:
    """What the move to each child is called, where that has a name of its own."""
    return {
        child: move
        for node in tree.nodes
        if node.moves
        for child, move in zip(node.children, node.moves, strict=True)
    }


def chances_above(tree: GameTree, least: int = 1) -> dict[int, str]:
    """The probability of each outcome, where chance has at `least` so many."""
    return {
        child: text
        for node in tree.nodes
        if len(node.probabilities) >= least
        for child, text in zip(
            node.children, probability_texts(node.probabilities), strict=True
        )
    }


def sentences(tree: GameTree, marks: Marks) -> str:
    """The drawn tree in words, for those who cannot see it."""
    nodes = counted(len(tree.nodes), "node")
    root = f"{mover(tree.root)} is to move at {tree.root.label}"
    told = [f"A game tree of {nodes}; {root}."]
    if tree.horizon:
        ends = tuple(tree.nodes[index].label for index in sorted(tree.horizon))
        told.append(f"Horizon, at which the search stops: {few(ends, NAMED)}.")
    found: dict[str, list[str]] = {}
    for label, state in zip(tree.labels(), states(tree, marks), strict=True):
        found.setdefault(state, []).append(label)
    for state in (PRUNED, WRONGLY_VISITED, WRONGLY_SKIPPED):
        if state in found:
            names = few(tuple(found[state]), NAMED)
            told.append(f"{meaning(state, marks).capitalize()}: {names}.")
    if marks.principal:
        told.append(f"Principal variation: {few(marks.principal, NAMED)}.")
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


def line_text(way: Way) -> tuple[str, ...]:
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
