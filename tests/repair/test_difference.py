"""The student's text with an edit: what is not edited stays as it is."""

from __future__ import annotations

import ast

from autograder.repair.difference import (
    Original,
    changed_places,
    number_of_mistakes,
    tells_nothing,
    with_places,
)
from autograder.repair.written import parsed, statements_with_lines, written_out
from tests.cases import for_each

SOURCE = b'''"""My search."""
import math   # for infinity


def max_value(game, state):
    """Two lines
    of text."""
    if game.is_terminal(state): return game.utility(state)
    v = -math.inf
    for (a, s) in game.successors(state):  # each child
        v = max(v,
                min_value(game, s))
        print("here"); x = 1
    return v
'''
EDITS = {  # of one line as it is written out: what comes for it, the line, the text
    "a call over two lines": (
        "v = max(v, min_value(game, s))",
        "v = min(v, min_value(game, s))",
        11,
        b"v = min(v, min_value(game, s))",
    ),
    "within a call over two lines": (
        "v = max(v, min_value(game, s))",
        "v = max(v, max_value(game, s))",
        12,
        b"v = max(v, max_value(game, s))",
    ),
    "an argument more": (
        "v = max(v, min_value(game, s))",
        "v = max(v, min_value(game, s), 0)",
        11,
        b"v = max(v, min_value(game, s), 0)",
    ),
    "one of two in a line": ("x = 1", "x = 2", 13, b'print("here"); x = 2'),
    "the head of a loop": (
        "for a, s in game.successors(state):",
        "for a, s in reversed(game.successors(state)):",
        10,
        b"in reversed(game.successors(state)):  # each child",
    ),
    "a condition with its body": (
        "if game.is_terminal(state):",
        "if not game.is_terminal(state):",
        8,
        b"if not game.is_terminal(state): return game.utility(state)",
    ),
    "behind a statement": (
        "    return v",
        "    v += 0\n    return v",
        13,
        b"x = 1\n    v += 0\n    return v",
    ),
}


@for_each("old, new, line, text", EDITS.values())
def test_an_edit_in_the_students_text(
    old: str, new: str, line: int, text: bytes
) -> None:
    """It is put where it belongs, comments and all lines beside it stay."""
    original = Original(SOURCE)
    assert original.written.count(old) == 1
    edited = original.written.replace(old, new)
    assert [
        original.line(place) for place in changed_places(original.written, edited)
    ] == [line]
    result = original.text_with_changes(edited)
    assert text.decode() in result
    assert written_out(result) == edited
    assert result.startswith('"""My search."""\nimport math   # for infinity\n')


def test_what_cannot_be_put_in_line_by_line_is_written_anew() -> None:
    """The function alone that changes; the other keeps its comments."""
    source = (
        b"def f(x):\n  # two\n  if x:\n      return 1\n  return 2\n\n"
        b"def g(): # g\n  pass\n"
    )
    original = Original(source)
    edited = original.written.replace("    if x:\n        return 1", "    return 3")
    result = original.text_with_changes(edited)
    assert written_out(result) == edited
    assert "def g(): # g\n  pass" in result
    assert "# two" not in result


def test_a_named_argument_is_told_at_its_own_line() -> None:
    """As an argument without a name is."""
    original = Original(b"start = State(\n    mover='min',\n    board=board)\n")
    new = original.written.replace("'min'", "'max'")
    (place,) = changed_places(original.written, new)
    assert original.line(place) == 2


def test_of_a_condition_the_line_that_differs_is_told() -> None:
    """Where it has several lines; in an elif and in a while as well."""
    for head in ("if", "while", "if x:\n    pass\nelif"):
        original = Original(f"{head} (a == 1 or\n    b == 2):\n    x = 1\n".encode())
        edited = original.written.replace("b == 2", "b == 3")
        (place,) = changed_places(original.written, edited)
        assert original.line(place) == head.count("\n") + 2


def test_a_part_of_the_places_can_be_changed() -> None:
    """Each place stands by itself, also of lines that follow each other."""
    old, new = "a\nb\nc\nd\n", "a\nB\nC\nd\ne\n"
    found = changed_places(old, new)
    assert [(each.before, each.after) for each in found] == [
        (("b",), ("B",)),
        (("c",), ("C",)),
        ((), ("e",)),
    ]
    assert with_places(old, [found[0], found[2]]) == "a\nB\nc\nd\ne\n"
    assert with_places(old, found) == new


def test_a_line_that_changes_beside_one_that_goes_is_a_place_of_its_own() -> None:
    """So it can be taken back; where another line comes for both it is one place."""
    found = changed_places("def f(a, b=1):\n    a = 2\nend", "def f(a, b=3):\nend")
    assert [(each.before, each.after) for each in found] == [
        (("def f(a, b=1):",), ("def f(a, b=3):",)),
        (("    a = 2",), ()),
    ]
    (whole,) = changed_places("if a:\n    b = 2\nend", "c = max(a, 2)\nend")
    assert whole.before == ("if a:", "    b = 2")


SAME_MISTAKE = {  # lines, and what comes for them
    "both start values": ("v = -100\nv = 100", "v = -float('inf')\nv = float('inf')"),
    "what one gains and the other loses": (
        "return v - depth\nreturn v + depth",
        "return v\nreturn v",
    ),
    "the sign of one call": ("x = f(1)\nreturn f(2)[0]", "x = -f(1)\nreturn -f(2)[0]"),
}


@for_each("name", SAME_MISTAKE)
def test_the_same_change_at_two_places_is_one_mistake(name: str) -> None:
    """As for MAX and for MIN; another one beside it is not."""
    old, new = SAME_MISTAKE[name]
    assert number_of_mistakes(changed_places(old, new)) == 1
    assert number_of_mistakes(changed_places(f"{old}\na = b", f"{new}\na = c")) == 2


def test_docstrings_are_left_out_and_pieces_are_statements() -> None:
    """A function of a docstring alone has a body still; decorators stay with theirs."""
    text = written_out("'''m'''\n@a\n@b\ndef f():\n  '''d'''\nif x:\n  y\nelse:\n  z\n")
    assert text == "@a\n@b\ndef f():\n    pass\nif x:\n    y\nelse:\n    z\n"
    assert [first for first, _ in statements_with_lines(text)] == [1, 5]
    assert "".join(piece for _, piece in statements_with_lines(text)) == text
    assert ast.unparse(parsed("'''m'''")) == ""


def test_what_comes_first_in_a_function_is_told_at_the_first_statement() -> None:
    """Behind a docstring, too; of one statement and of more."""
    one, two = "def f(x):\n    return x\n", "def f(x):\n    y = x\n    return y\n"
    told = "def f(x):\n    'what it does'\n    y = x\n    return y\n"
    for source, line in ((one, 2), (two, 2), (told, 3)):
        original = Original(source.encode())
        head, rest = original.written.split("\n", 1)
        (place,) = changed_places(original.written, f"{head}\n    x = -x\n{rest}")
        assert original.line(place) == line


ODD = {  # a line, and what comes for it: one of three conditions alike becomes another
    "a number": ("if a[0] == 0 and a[1] == 0 and a[2] == 0:", "a[2] == 0", "a[2] == 1"),
    "a comparison": ("x = a != 1 or a != 1 or a != 1", "or a != 1 or", "or a == 1 or"),
    "of an elif": ("elif 0 in a and 0 in a and 0 in a:", "if 0 in a", "if 0 not in a"),
}


@for_each("line, old, new", ODD.values())
def test_no_line_is_told_of_what_breaks_a_pattern(
    line: str, old: str, new: str
) -> None:
    """The reverse is told, and so is what changes all of them, or one of two."""
    odd = line.replace(old, new)
    assert odd != line
    assert tells_nothing(changed_places(line, odd))
    assert not tells_nothing(changed_places(odd, line))
    every = line.replace("0", "None").replace("1", "None")
    assert not tells_nothing(changed_places(line, every))
    assert not tells_nothing(changed_places("if a == 0 or b == 0:", "if a == 0 or c:"))


@for_each("player, is_told", [("min", True), ("max", False)])
def test_much_that_is_new_tells_nothing(player: str, *, is_told: bool) -> None:
    """But for what a function does once more, for MIN."""
    old = "def f(game, s):\n    return g(s)"
    rows = "\n        ".join(f"x{n} = {n}" for n in range(6))
    head = f"    if game.to_move(s) == '{player}':"
    new = old.replace("\n", f"\n{head}\n        {rows}\n")
    assert tells_nothing(changed_places(old, new)) is not is_told
