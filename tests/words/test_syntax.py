"""The sentences on lines that Python cannot read, from Python's own messages."""

from __future__ import annotations

import pytest

from autograder.observing.outcome import Fault, Frame
from autograder.words import faults
from tests.cases import for_each

AT = (Frame("m.py", 3, "f", ""),)
AGAIN = "save it again as UTF-8"
NO_CODING = "remove the line with `coding`, and save the file as UTF-8"
PLAIN = "invalid syntax"


@for_each(
    "message, frames, told",
    [
        ("invalid syntax", AT, "SyntaxError: invalid syntax (m.py:3)"),
        ("null bytes", (), f"the file is not plain text (NUL bytes); {AGAIN}"),
        (
            "null bytes",
            AT,
            f"the file imported in m.py:3 is not plain text (NUL bytes); {AGAIN}",
        ),
        ("codec can't decode byte", (), f"the file is not UTF-8; {AGAIN}"),
        ("codec can't decode byte", AT, f"m.py:3 is not UTF-8; {AGAIN}"),
        ("unknown encoding: x", AT, f"m.py:3: unknown encoding: x; {NO_CODING}"),
        ("encoding problem: x", AT, f"m.py:3: encoding problem: x; {NO_CODING}"),
    ],
)
def test_a_file_that_is_no_python(
    message: str, frames: tuple[Frame, ...], told: str
) -> None:
    """Python's own words, or what to do where these help nobody."""
    fault = Fault("syntax", message, "SyntaxError", frames=frames)
    assert faults.sentence(fault) == told


def test_mixed_indentation_is_told_with_what_to_do() -> None:
    """Python tells what is wrong alone."""
    fault = Fault("syntax", "inconsistent use of tabs", "TabError", frames=AT)
    assert faults.sentence(fault) == (
        "TabError: inconsistent use of tabs (m.py:3); "
        "indent every line with spaces alone"
    )


def of_line(source: str, message: str = PLAIN) -> str:
    """What is said of the line by which Python says this."""
    frames = (Frame("m.py", 3, "", source),)
    return faults.sentence(Fault("syntax", message, "SyntaxError", frames=frames))


@for_each(
    "source, message, what, needed",
    [
        ("except* ValueError:", PLAIN, "`except*`", "3.11"),
        ("except *ValueError:", PLAIN, "`except*`", "3.11"),
        ("x[*[1]]", PLAIN, "a star in brackets or in a type", "3.11"),
        ("type X = int", PLAIN, "`type X = …`", "3.12"),
        ("def f[T](x: T) -> T:", "expected '('", "a type parameter", "3.12"),
        ("class A[T]:", PLAIN, "a type parameter", "3.12"),
        ("class A[T = int]:", PLAIN, "a type parameter's default", "3.13"),
        (
            'print(f"{d["a"]}")',
            "f-string: unmatched '['",
            "the quotes of an f-string in its braces",
            "3.12",
        ),
        (
            'print(f"{", ".join(a)}")',
            "f-string: expecting '}'",
            "the quotes of an f-string in its braces",
            "3.12",
        ),
        (
            r"""f'{"\n".join(a)}'""",
            "f-string expression part cannot include a backslash",
            "a backslash in the braces of an f-string",
            "3.12",
        ),
    ],
)
def test_what_a_newer_python_reads(
    source: str,
    message: str,
    what: str,
    needed: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both versions are named; one that reads it has another reason to refuse it."""
    minor = int(needed.removeprefix("3."))
    monkeypatch.setattr(faults, "GRADES_WITH", (3, minor - 1))
    assert of_line(source, message) == (
        f"m.py:3 has {what}, which needs Python {needed}; this is graded with Python "
        f"3.{minor - 1}: write it in another way"
    )
    monkeypatch.setattr(faults, "GRADES_WITH", (3, minor))
    assert of_line(source, message) == f"SyntaxError: {message} (m.py:3)"


NOTEBOOK = "is a command of a notebook, not of Python; take it out"
MERGE = (
    "is a mark that a merge has left; choose one of the two versions and take the "
    "marks out"
)


@for_each(
    "source, told",
    [
        ("%matplotlib inline", NOTEBOOK),
        ("%%time", NOTEBOOK),
        ("!pip install numpy", NOTEBOOK),
        ("max?", "is a question to a notebook, not Python; take it out"),
        (">>> x = 3", "is copied with the prompt; take the prompt out"),
        ("<<<<<<< HEAD", MERGE),
        ("=======", MERGE),
        (">>>>>>> main", MERGE),
        ("```python", "is a mark of Markdown, not of Python; take it out"),
        (
            "<!DOCTYPE html>",
            (
                "is the beginning of a web page, not of a program; "
                "download the file itself"
            ),
        ),
        (
            r"{\rtf1\ansi",
            (
                "is the beginning of a document, not of a program; "
                "save the program as plain text"
            ),
        ),
        ("except ValueError, e:", "is Python 2; write `except … as …:`"),
        ('raise ValueError, "x"', "is Python 2; write `raise …(…)`"),
        ("if a <> b:", "is Python 2; write `!=`"),
    ],
)
def test_what_is_no_python_at_all(source: str, told: str) -> None:
    """Where the line shows what it is, that is said in place of Python's words."""
    assert of_line(source) == f"m.py:3 {told}"


@for_each(
    "source, message",
    [
        ("type X int", PLAIN),
        ("x = [*a, *b c]", PLAIN),
        ('print(f"{x")', "f-string: expecting '}'"),
        ('print("<>" x)', "invalid syntax. Perhaps you forgot a comma?"),
        ("% 3", PLAIN),
        ("except ValueError, TypeError:", "multiple exception types"),
        ("def max_value[game, state]:", "expected '('"),
    ],
)
def test_what_may_be_a_slip_keeps_pythons_words(source: str, message: str) -> None:
    """It only looks like one of these."""
    assert of_line(source, message) == f"SyntaxError: {message} (m.py:3)"
