"""What a student reads first of a table, whatever the function does or is."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.kinds.table.kind import NUMBER_HINTS, TOO
from autograder.words.faults import ENDED, RETURNED, WAITS
from tests.tablegrading import GIVEN, RIGHT_G, graded, line

HUGE = f"f(1) returned an integer of 61 bits: {NUMBER_HINTS['huge']}"
ITERATOR = f"f(1) returned an iterator (generator): {NUMBER_HINTS['iterator']}"


@pytest.mark.parametrize(
    "body, score, told",
    [
        ("return x", 2, "correct"),
        ("return float(x)", 2, "correct"),
        ("return x + (x == 2)", 0, RETURNED.format("f(2)", 3, 2)),
        ("pass", 0, f"f(1) returned None: {NUMBER_HINTS['none']}"),
        ("return x > 0", 0, f"f(1) returned True: {NUMBER_HINTS['bool']}"),
        ("return str(x)", 0, f"f(1) returned the text '1': {NUMBER_HINTS['str']}"),
        ("yield x", 0, ITERATOR),
        ("return x * 1e999", 0, RETURNED.format("f(1)", "inf", 1)),
        ("return x * 1e999 * 0", 0, RETURNED.format("f(1)", "nan", 1)),
        (
            "return x << 60",
            0,
            HUGE,
        ),
        ("return {1: 1}[x]", 0, "f(2) raised KeyError: 2, in f (f.py:2)"),
        ("raise NotImplementedError('add')", 0, "write f: add"),
        ("exit()", 0, "f(1): called exit(), in f (f.py:2): return the "),
        ("quit(1)", 0, "f(1): called quit(), in f (f.py:2): return the "),
        (
            "raise SystemExit",
            0,
            "f(1): ended the program (SystemExit), in f (f.py:2): ",
        ),
        ("import os; os._exit(0)", 0, f"f(1): {ENDED.format('f')}"),
        ("return len('x' * (1 << 31)) * x", 0, "f(1): out of memory, in f (f.py:2)"),
        ("return f(x)", 0, "f(1): recursion without end, in f (f.py:2)"),
        ("return input()", 0, f"f(1): {WAITS}, in f ("),
    ],
)
def test_what_is_read_first(tmp_path: Path, body: str, score: int, told: str) -> None:
    """The first row that is wrong, with its arguments; another function is graded."""
    found = graded(tmp_path, GIVEN, f"def f(x):\n    {body}\n{RIGHT_G}")
    small = found["f: small"]
    assert found.status == 0
    assert (small["score"], line(small)[: len(told)]) == (score, told)
    assert found["g: "]["score"] == 1


@pytest.mark.parametrize(
    "code, told",
    [
        (None, "f.py is missing; found nothing"),
        ("def F(x):\n    return x\n", "there is no function f; is it F?"),
        ("f = 3\n", "f is not a function"),
        ("def f(x, y):\n    return x\n", "expected f(…), found f(x, y)"),
        ("def f(x:\n", "SyntaxError: "),
        ("import none_such\n", "cannot import none_such (f.py:1): there are only"),
        (
            "import sys\nsys.exit()\n",
            "called sys.exit() while importing (f.",
        ),
    ],
)
def test_a_module_that_cannot_be_called(
    tmp_path: Path, code: str | None, told: str
) -> None:
    """Each test says why; no row was wrong by itself."""
    found = graded(tmp_path, GIVEN, code)
    assert found.status == 0
    assert [found[name]["score"] for name in ("small", "large")] == [0, 0]
    assert line(found["small"])[: len(told)] == told


@pytest.mark.parametrize("code", ["while True: ...\n", "def f(x):\n    while x: ...\n"])
def test_what_never_ends(tmp_path: Path, code: str) -> None:
    """The time is up, on import or in a call; the rows behind are not called."""
    text = GIVEN.replace("result: 2", "result: 2}\n  limits: {seconds: 0.2")
    found = graded(tmp_path, text, code)
    assert "timed out after 0.2 s" in line(found["small"])
    assert "1 of 2 rows is wrong, and 1 was not called." in found["small"]["output"]


def test_what_is_changed_and_wrong_is_told_so_at_once(tmp_path: Path) -> None:
    """It may well be wrong for that reason."""
    found = graded(tmp_path, GIVEN, "def g(x):\n    x.sort()\n    return x[::-1]\n")
    told = RETURNED.format("g([2, 1])", "[2, 1]", "[1, 2]")
    assert line(found["g: "]) == f"{told}{TOO}"
