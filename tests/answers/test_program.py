"""A program as its functions: read, mixed with others, run, and written out again."""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path
from textwrap import dedent

import pytest

from autograder.answers import program
from autograder.answers.program import Program, parse
from tests.cases import for_each
from tests.small import ROOT

REFERENCE = ROOT / "reference"
RIGHT = (
    REFERENCE / "minimax.py",
    REFERENCE / "alpha_beta.py",
    *sorted((REFERENCE / "conventions").glob("*.py")),
)


def program_of(text: str) -> Program:
    """The program of an indented text."""
    return parse(dedent(text))


GRADES = program_of(
    '''
    """What stands here is left behind."""
    from math import inf, sqrt as root
    BEST = 1
    WORST = 6

    def mean(marks):
        """The mean of some marks."""
        return total(marks) / len(marks)

    def total(marks):
        return sum(marks)

    def best(marks):
        return min(marks, default=BEST)

    def distance(marks):
        return [root(above(m)) for m in marks]

    def above(mark):
        return mark - BEST
    '''
)


def test_functions_stand_by_name_in_their_order() -> None:
    """What stands before them goes with them; the module's docstring does not."""
    assert list(GRADES.functions) == ["mean", "total", "best", "distance", "above"]
    assert len(GRADES.prelude) == 3


@pytest.mark.parametrize(
    "names, called",
    [
        (("total",), ("total",)),
        (("mean",), ("mean", "total")),
        (("distance",), ("distance", "above")),  # called within a comprehension
        (("best", "mean"), ("mean", "total", "best")),
        (("nobody",), ()),
    ],
)
def test_what_a_function_calls(names: tuple[str, ...], called: tuple[str, ...]) -> None:
    """Itself, and what is called from there, in the order of the module."""
    assert GRADES.functions_called_from(*names) == called


def test_a_circle_of_calls_ends() -> None:
    """Two functions that call each other, as MAX's and MIN's do."""
    both = program_of(
        """
        def ping(n): return pong(n - 1)
        def pong(n): return n and ping(n - 1)
        def other(n): return n
        """
    )
    assert both.functions_called_from("pong") == ("ping", "pong")


def test_a_local_name_is_no_call() -> None:
    """Neither an argument, a variable nor an attribute of the name of a function."""
    made = program_of(
        """
        def f(g):
            h = g.i
            return h.g
        def g(): pass
        def h(): pass
        def i(): pass
        """
    )
    assert made.functions_called_from("f") == ("f",)


def test_only_what_is_called_is_kept() -> None:
    """And of the constants those that somebody asks for; imports all stay."""
    left = GRADES.without_uncalled("distance")
    assert list(left.functions) == ["distance", "above"]
    assert left.text().startswith("from math import inf, sqrt as root\nBEST = 1\n\n")
    assert "WORST" not in left.text()


def test_a_difference_is_one_of_code() -> None:
    """Neither a docstring, nor the layout, nor a comment makes one."""
    told = program_of(
        """
        def f(a):
            '''Twice as much.'''
            return (a +
                    a)  # and no more
        def g(a): return a
        """
    )
    plain = program_of("def f(a): return a + a\ndef g(a, b=0): return a")
    assert told.functions_that_differ(plain) == ("g",)
    assert plain.functions_that_differ(plain) == ()


def test_a_function_of_ones_own_is_a_difference() -> None:
    """One that only the other program has is none."""
    one, both = program_of("def f(): pass"), program_of("def f(): pass\ndef g(): pass")
    assert both.functions_that_differ(one) == ("g",)
    assert one.functions_that_differ(both) == ()


def test_functions_of_another_program_come_with_what_stands_before_them() -> None:
    """Each import once, whoever has it."""
    other = program_of("from math import inf\nTOP = inf\ndef total(marks): return TOP")
    made = GRADES.with_functions({"total": other.functions["total"]}, other)
    assert made.module("m").mean([1, 3]) == float("inf")
    assert GRADES.module("m").mean([1, 3]) == 2
    head, _, rest = made.text().partition("\n\n\n")
    assert head.splitlines() == [
        "from math import inf, sqrt as root",
        "BEST = 1",
        "WORST = 6",
        "from math import inf",
        "TOP = inf",
    ]
    assert rest.startswith("def mean(marks):")
    assert GRADES.with_functions(GRADES.functions, GRADES).text() == GRADES.text()


@for_each(
    "text, complete",
    [
        ("def f(): return g()\ndef g(): return inf", False),
        ("from math import inf\ndef f(): return g()\ndef g(): return inf", True),
        ("import math as m\ndef f(): return m.inf", True),
        ("import math as m\ndef f(): return math.inf", False),
        ("LEAST = 3\ndef f(): return [max(LEAST, i) for i in range(9)]", True),
        ("def f(): return [w for _ in range(9)]", False),
        ("def f():\n    w = 1\n    return lambda: w", True),
        ("def f(a): return a.unknown", True),
        ("def f():\n    break", False),
    ],
)
def test_a_program_is_complete_if_it_knows_each_name(
    text: str, complete: object
) -> None:
    """Functions, what stands before them, and what Python brings; attributes aside."""
    assert parse(text).is_complete() is complete


@for_each("path", RIGHT)
def test_a_program_is_its_text(path: Path) -> None:
    """What is written out reads back as the same program, and as the same text."""
    made = program.read(path)
    again = parse(made.text())
    assert list(again.functions) == list(made.functions)
    assert again.functions_that_differ(made) == made.functions_that_differ(again) == ()
    assert again.text() == made.text()
    assert made.is_complete()


def test_annotations_are_never_asked_for() -> None:
    """A module may import what they name for type checkers alone."""
    text = "from __future__ import annotations\ndef f(a: Nothing) -> Nothing: return a"
    assert parse(text).module("m").f(3) == 3


def test_what_a_mistake_makes_of_a_program_warns_nobody() -> None:
    """Python warns of an index behind a generator, which no author has written."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        module = parse("def f(x):\n    return (n for n in x)[0]\n").module("m")
    with pytest.raises(TypeError):
        module.f([3])


def test_modules_of_one_program_are_apart() -> None:
    """A constant that is changed in one stays in the other."""
    one, other = GRADES.module("one"), GRADES.module("other")
    assert one.__name__ == "one"
    vars(one)["BEST"] = 5
    assert (one.best([]), other.best([])) == (5, 1)


def test_a_program_may_have_dataclasses_of_its_own() -> None:
    """Which ask for the module that they stand in; none is left behind."""
    text = (
        "from __future__ import annotations\n"
        "from dataclasses import dataclass\n"
        "@dataclass\nclass Node:\n    value: float\n    parent: Node | None = None\n"
        "def f(): return Node(3).value\n"
    )
    assert parse(text).module("json").f() == 3
    assert parse(text).module("nowhere").f() == 3
    assert "nowhere" not in sys.modules
    assert sys.modules["json"] is json


def test_what_is_no_program(tmp_path: Path) -> None:
    """A text that cannot be parsed, a file that is not there."""
    with pytest.raises(SyntaxError):
        parse("def f(:")
    with pytest.raises(OSError, match="nothing"):
        program.read(tmp_path / "nothing.py")
