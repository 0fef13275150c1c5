"""Edited programs are compiled with a tick in each function and each turn of a loop."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

from autograder.repair.loading import (
    TICK,
    Candidate,
    Compiler,
    Edited,
    Steps,
    text_with_ticks,
    with_ticks,
)
from autograder.repair.written import Program, statements_with_lines, written_out
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


A_CLASS = """
class A(B):
    scale = 2

    def __init__(self, v=3, *more):
        super().__init__()
        self.__v = v

    @staticmethod
    def twice(x):
        return x + x

    @property
    def value(self):
        return self.__v * self.scale

    def best(self, xs):
        found = None
        for x in xs:
            if found is None or x > found:
                found = x
        return (found, self.base)
"""
TWICE = "@staticmethod\n    def twice(x):\n        return x + x\n"
BESIDE = "class B:\n    def __init__(self):\n        self.base = 7\n\n"
USED = "A(4).value, A.twice(5), A().best([1, 9, 4]), A().value"
EDITS = {  # what comes in place of what, and whether methods alone are compiled
    "a body": ([("x > found", "x < found")], True),
    "a body with a decorator": ([("x + x", "x * x")], True),
    "a private name": ([("self.__v * self", "self.__v - self")], True),
    "behind a call of super": ([("self.__v = v", "self.__v = -v")], True),
    "two bodies": ([("x > found", "x < found"), ("x + x", "x * x")], True),
    "no call of super any more": ([("super().__init__()", "self.base = 1")], False),
    "a call of super": ([("return x + x", "return (x, __class__.scale)")], False),
    "a default": ([("v=3", "v=8")], False),
    "a value of the class": ([("scale = 2", "scale = 5")], False),
    "a method that is a value": ([(TWICE, "twice = abs\n")], False),
}


@for_each("edit", EDITS)
def test_of_a_class_the_edited_methods_alone_are_compiled(edit: str) -> None:
    """It does what the whole does; where more than a body differs, that is compiled."""
    changes, is_part = EDITS[edit]
    steps = Steps()
    compiler = Compiler(steps)
    compiler.codes(Program({"a": A_CLASS.lstrip()}))
    text = A_CLASS.lstrip()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    before = steps.spent
    codes = compiler.codes(Program({"a": BESIDE + text}))
    assert (steps.spent - before < 0.3 * len(text)) == is_part
    by_piece: dict[str, object] = {TICK: lambda: None}
    at_once: dict[str, object] = {}
    for piece in codes["a"]:
        exec(piece.code, by_piece)  # noqa: S102 - ours
    exec(BESIDE + text, at_once)  # noqa: S102
    assert eval(USED, by_piece) == eval(USED, at_once)  # noqa: S307


def test_each_trial_draws_what_the_first_one_drew() -> None:
    """As each of a grading does, whatever was drawn before."""
    edited = Edited(Steps())
    drawn = []
    for _ in range(2):
        Candidate("", "m", edited)
        drawn.append(random.random())  # noqa: S311 - to be repeated
    assert drawn[0] == drawn[1]
