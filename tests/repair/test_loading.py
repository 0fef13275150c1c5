"""Edited programs are compiled with a tick in each function and each turn of a loop."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from autograder.repair.loading import text_with_ticks, with_ticks
from autograder.repair.written import statements_with_lines, written_out
from tests.cases import for_each

PROGRAMS = sorted(Path(__file__).parents[1].glob("programs/*/*/*.py"))
IN_A_LINE = (
    "v = max([f(child) for child in below])\n",
    "while any(f(x) for x in xs):\n    xs.pop()\n",
    "for x in [f(y) for y in ys]:\n    f(x)\n",
    "for x in xs: f(x)\n",
    "def f(x): return x\n",
    "@dataclass\nclass Record:\n    value: int\n",
)


@pytest.mark.parametrize("style", sorted({path.parts[-3] for path in PROGRAMS}))
def test_ticks_stand_in_the_text_where_they_stand_in_the_tree(style: str) -> None:
    """The piece of a program is the same, whichever of them is compiled."""
    programs = [path for path in PROGRAMS if path.parts[-3] == style]
    pieces = {
        piece
        for path in programs
        for _, piece in statements_with_lines(written_out(path.read_bytes()))
    }
    in_text = {piece: text_with_ticks(piece) for piece in pieces}
    by_text = {piece: text for piece, text in in_text.items() if text is not None}
    assert 2 * len(by_text) > len(pieces)
    for piece, text in by_text.items():
        of_tree = with_ticks(ast.parse(piece))
        assert ast.dump(ast.parse(text)) == ast.dump(of_tree)


@for_each("piece", IN_A_LINE)
def test_what_turns_within_a_line_is_left_to_the_tree(piece: str) -> None:
    """No line is there behind which a tick could stand; a record is one by its tree."""
    assert text_with_ticks(piece) is None
