"""The boards along a line of play: as text, side by side, or each as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from autograder.drawing.nodes import FREE

ROWS = "/"  # between the rows of a board in a label
GAP = "  "
WIDTH = 72  # columns in all
SQUARE = 18  # pixels
MARK = {"width": f"{SQUARE}", "height": f"{SQUARE}", "class": "gt-marked"}
START, ELISION = "start", "…"

Way = Sequence[tuple[str, str]]  # positions, each behind the name of its action


def text(way: Way) -> tuple[str, ...]:
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


def svg(label: str, marked: Sequence[tuple[int, int]] = ()) -> str:
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
