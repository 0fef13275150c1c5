"""Boards: what a node's content shows of its position."""

from __future__ import annotations

from autograder.drawing import picture
from autograder.drawing.nodes import board_of
from autograder.drawing.replay import Marks
from autograder.game import MAX, Content
from autograder.trees.tree import GameTree, Node
from tests.cases import for_each


@for_each(
    "label,content,rows",
    [
        ("X.O/.../...", "X.O......", ("X.O", "...", "...")),
        ("X.O/.../...#2", "X.O......", ("X.O", "...", "...")),
        ("..../.XO.", ".....XO.", ("....", ".XO.")),
        ("x0 o1", "...\n...\nxo.\n", ("...", "...", "xo.")),  # as OpenSpiel writes it
        ("A", "X.O......", ()),  # whose rows nobody tells
        ("A", "ab\nc", ()),
        ("A", "<b\n\u202e>", ()),
        ("A/B", "a long text\nof two lines", ()),
        ("(1,2)-A", (1, 2), ()),
        ("A", None, ()),
    ],
)
def test_a_board_is_lines_of_squares(
    label: str, content: Content, rows: tuple[str, ...]
) -> None:
    """By the label, or by the lines of the content; nothing else is one."""
    assert board_of(Node(label, MAX, content=content)) == rows


def test_a_board_stands_in_place_of_a_label_that_says_the_same() -> None:
    """With its marks in their squares; another label stands below it."""
    same = Node("X./.O", MAX, (), 1, "X..O")
    svg = picture.svg(GameTree((same,)), Marks())
    assert 'class="gt-label"' not in svg
    assert svg.count('class="gt-grid"') == 1
    assert [part[0] for part in svg.split('class="gt-square"')[1:]] == [" ", " "]
    other = Node("x0", MAX, (), 1, "x.\n..\n")
    assert ">x0</text>" in picture.svg(GameTree((other,)), Marks())
