"""Text made safe to show: whatever goes in, what comes out is harmless and bounded."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.text import (
    MOST_MARKS,
    clean,
    clean_lines,
    few_names,
    listed,
    points,
    without_folders,
    wrapped,
)
from tests.cases import for_each

ANYTHING = st.text(st.characters(exclude_categories=[]), max_size=80)
VISIBLE = st.characters(
    categories=["L", "N", "P", "S"], exclude_characters="\u115f\u1160\u3164\uffa0"
)
MARKS = st.characters(categories=["Mn", "Me"]).filter(
    lambda mark: clean(f"a{mark}", 30) == f"a{mark}"
)
NAMES = st.lists(st.text("ABC", min_size=1, max_size=9), max_size=20).map(tuple)


def harmless(text: str) -> bool:
    """Nothing in it is a control, a format, a surrogate or a break of lines."""
    text.encode("utf-8")
    return not any(
        unicodedata.category(c)[0] == "C" or unicodedata.category(c) in ("Zl", "Zp")
        for c in text
    )


@given(ANYTHING, st.integers(2, 60))
def test_cleaned_text_is_harmless_and_bounded(text: str, limit: int) -> None:
    """For every string that Python can hold, lone surrogates included."""
    shown = clean(text, limit)
    assert harmless(shown)
    assert len(shown) <= limit


@pytest.mark.parametrize("filler", "\u115f\u1160\u3164\uffa0\ufe0f\u034f\U000e0101")
def test_what_takes_no_ink_is_written_out(filler: str) -> None:
    """Else two names that differ would look the same."""
    assert clean(f"a{filler}b", 30) == f"a{filler.encode('unicode_escape').decode()}b"


@given(st.text(VISIBLE, max_size=30))
def test_harmless_text_stays_as_it_is(text: str) -> None:
    """Letters of any alphabet, signs: a label comes out unchanged."""
    assert text == clean(text, 30)


@given(st.text(MARKS, max_size=12))
def test_a_letter_bears_a_few_marks_and_no_pile(marks: str) -> None:
    """Accents are written; a pile of them would cover the lines above and below."""
    shown = clean(f"a{marks}b", 400)
    assert shown.startswith(f"a{marks[:MOST_MARKS]}")
    assert shown.count("\\") == max(len(marks) - MOST_MARKS, 0)
    assert clean(marks[:1], 40) != marks[:1] or not marks


@pytest.mark.parametrize(
    "text, shown",
    [
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\rb\nc\td", "a\\rb\\nc\\td"),
        ("\0", "\\x00"),
        ("\u202egpj.exe", "\\u202egpj.exe"),
        ("\ud800", "\\ud800"),
        ("\u2028", "\\u2028"),
        ("<b>&amp;", "<b>&amp;"),
    ],
)
def test_what_would_act_is_escaped(text: str, shown: str) -> None:
    """Escape sequences, line ends, bidi overrides, surrogates; markup is no concern."""
    assert shown == clean(text, 40)


def test_cut_text_ends_in_an_ellipsis() -> None:
    """So that nobody takes the part for the whole."""
    assert clean("abcdef", 4) == "abc…"
    assert clean("abcd", 4) == "abcd"


@given(ANYTHING, st.integers(1, 5), st.integers(2, 40))
def test_cleaned_lines_are_harmless_and_few(text: str, lines: int, width: int) -> None:
    """At most so many, of at most such a width, and one that counts the rest."""
    shown = clean_lines(text, lines, width)
    assert len(shown) <= lines + 1
    assert all(harmless(line) for line in shown)
    assert all(len(line) <= width for line in shown[:lines])


def test_lines_that_are_left_out_are_counted() -> None:
    """Empty lines at the end are none."""
    assert clean_lines("a\nb\nc\n\n \n", 2, 9) == ["a", "b", "… and 1 more lines"]
    assert clean_lines("\tx\n", 2, 9) == ["    x"]
    assert clean_lines("\n\n", 2, 9) == []


def test_the_ends_of_lines_are_those_of_any_system() -> None:
    """A carriage return alone acts, and is no end of a line."""
    assert clean_lines("a\r\nb\rc\n", 9, 9) == ["a", "b\\rc"]


def columns(line: str) -> int:
    """How many columns a line takes."""
    return len(line) + sum(unicodedata.east_asian_width(c) in ("W", "F") for c in line)


@given(st.text("ab 樹ｗ", min_size=20, max_size=90), st.integers(9, 30))
def test_wrapped_lines_fit_and_hold_all_words(text: str, width: int) -> None:
    """A wide sign takes two columns; what stands before a line counts."""
    lines = wrapped(text, width, "> ", "   ")
    assert max(map(columns, lines), default=0) <= width
    assert [line[: 3 if i else 2] for i, line in enumerate(lines)] == [
        "   " if i else "> " for i in range(len(lines))
    ]
    whole = "".join(line[3 if i else 2 :] for i, line in enumerate(lines))
    assert whole.replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize(
    "text, shown",
    [
        ("No space: '/var/lib/x/a.json'", "No space: '…/a.json'"),
        ("/opt/grader/file.py:3: bad", "…/file.py:3: bad"),
        ("1/2 and a/b/c", "1/2 and a/b/c"),
        ("/opt", "/opt"),
    ],
)
def test_of_an_absolute_path_the_last_part_is_left(text: str, shown: str) -> None:
    """What it is matters, not where the grader keeps it."""
    assert shown == without_folders(text)


@pytest.mark.parametrize(
    "names, text",
    [
        ((), ""),
        (("A",), "A"),
        (("A", "B"), "A and B"),
        (("A", "B", "C"), "A, B and C"),
        (("Lee, Ann", "B", "C"), "Lee, Ann; B and C"),
        (("f(x, y)", "B", "C"), "f(x, y), B and C"),
        (("A", "B", "C", "D", "E"), "A, B, C and 2 more"),
    ],
)
def test_names_are_listed_as_one_writes_them(names: tuple[str, ...], text: str) -> None:
    """The first few, and how many more."""
    assert text == listed(names, 3)


@given(NAMES)
def test_few_names_fit_a_line(names: tuple[str, ...]) -> None:
    """About so many characters, but never none of the names."""
    text = few_names(names, 48)
    assert len(text) <= 48 + 16
    assert text.startswith(names[0] if names else "")


@for_each(
    "number, text",
    [
        (0, "0"),
        (2.5, "2.5"),
        (3.0, "3"),
        (1 / 3, "0.33"),
        (0.1 + 0.2, "0.3"),
        (100, "100"),
        (123456.7, "123457"),
        (1e6, "1000000"),
    ],
)
def test_points_are_free_of_noise(number: float, text: str) -> None:
    """Two decimals at most, none that are zero, and no exponent."""
    assert text == points(number)


def test_every_space_is_a_plain_one() -> None:
    """One that does not break, or has no width, reads as the usual one."""
    assert clean("a\u00a0b\u2003c\u3000d", 20) == "a b c d"
