"""Points as figures: no noise, nothing rounded away, and the file's decimal mark."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.classroom.gradebooks.grades import (
    COMMA,
    decimal_mark,
    finite_number,
    points_text,
)
from tests.cases import for_each


@for_each(
    "points, text",
    [
        (3.0, "3"),
        (10.0, "10"),
        (0.0, "0"),
        (-0.0, "0"),
        (0.1 + 0.2, "0.3"),
        (1 / 3, "0.333333"),
        (8.125, "8.125"),
        (123456.5, "123456.5"),
    ],
)
def test_points_are_written_in_full(points: float, text: str) -> None:
    """Neither cut to two decimals nor with what adding floats leaves behind."""
    assert points_text(points) == text


def test_points_are_written_with_the_mark_of_the_file() -> None:
    """A comma in German."""
    assert points_text(8.25, COMMA) == "8,25"


@given(st.integers(0, 10**9).map(lambda millionths: millionths / 10**6))
def test_what_is_written_is_read_again(points: float) -> None:
    """With either mark."""
    assert finite_number(points_text(points)) == points
    assert finite_number(points_text(points, COMMA)) == points


@for_each(
    "text, value",
    [
        ("7", 7.0),
        ("-1", -1.0),
        ("+2.50", 2.5),
        ("2,5", 2.5),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("1e999", None),
        ("nan", None),
        ("inf", None),
        ("", None),
        ("1 2", None),
        ("1,234.5", None),
        ("1_0", None),
        ("٣", None),
        ("EX", None),
    ],
)
def test_what_is_a_number(text: str, value: float | None) -> None:
    """Finite, of ASCII digits, with one mark at most."""
    assert finite_number(text) == value


@pytest.mark.parametrize(
    "texts, mark",
    [
        (["", "10,00", "7"], ","),
        (["10.00", "7"], "."),
        (["10.00", "1,234"], "."),
        (["10", "", "EX"], ""),
    ],
)
def test_the_mark_of_a_column(texts: list[str], mark: str) -> None:
    """Told by what has decimals; by nothing else."""
    assert decimal_mark(texts) == mark
