"""A line of play is drawn as text: the boards along it, under their actions."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from autograder.drawing.nodes import SQUARE, WIDTH
from autograder.drawing.nodes import board_svg as svg
from autograder.drawing.nodes import boards_along_line as text

BOARDS = """\
start  square 1  square 5
...    X..       X..
...    ...       .O.
...    ...       ..."""
PILES = """\
start      2 of pile 1
(2,2)-A    (0,2)-B"""
WAY = [("", "..."), *[(f"square {n}", "X..") for n in range(1, 13)]]


def test_boards_stand_side_by_side() -> None:
    """Row by row, as a label has them."""
    way = [
        ("", ".../.../..."),
        ("square 1", "X../.../..."),
        ("square 5", "X../.O./..."),
    ]
    assert "\n".join(text(way)) == BOARDS


def test_other_positions_stand_under_their_actions() -> None:
    """A line each, as wide as the wider of both."""
    way = [("", "(2,2)-A"), ("2 of pile 1", "(0,2)-B")]
    assert [row.split() for row in text(way)] == [
        row.split() for row in PILES.split("\n")
    ]


def test_of_a_long_line_the_last_boards_are_drawn() -> None:
    """As many as fit, behind a sign that some are left out."""
    rows = text(WAY)
    assert max(map(len, rows)) <= WIDTH
    assert rows[0].startswith("…")
    assert rows[0].endswith("square 12")


def test_a_line_of_no_action_is_one_board() -> None:
    """The first position."""
    assert text([("", "7-A")]) == ("start", "7-A")


def test_a_board_is_a_picture() -> None:
    """Its signs stand in their squares, and what is marked lies behind them."""
    root = ET.fromstring(svg("X../.O./...", [(0, 2), (9, 9)]))  # noqa: S314 - our own
    signs = {(e.text, float(e.get("x", "")) // SQUARE) for e in root.iter("text")}
    assert signs == {("X", 0.0), ("O", 1.0)}
    (marked,) = root.iter("rect")
    assert (marked.get("x"), marked.get("y")) == (str(2 * SQUARE), "0")
    assert root.get("aria-label") == "X.. / .O. / ..."


def test_what_is_no_board_is_none() -> None:
    """Piles are a text; so are rows that differ in length, and a single one."""
    for label in ("(2,2)-A", "X../.O", "X..", "a/b"):
        assert svg(label) == ""
