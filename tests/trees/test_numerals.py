"""Values as text: exact where they are, and without the noise of floats."""

from __future__ import annotations

from autograder.game import Value
from autograder.trees.values import value_text
from tests.cases import for_each


@for_each(
    "value, text",
    [
        (3, "3"),
        (1_000_000_000_001, "1000000000001"),
        (-(2**53), "-9007199254740992"),
        (2.5, "2.5"),
        (6.0, "6.0"),
        (-1.8e14, "-1.8e+14"),
        (0.1 + 0.2, "0.3"),
        (4.3599999999999994, "4.36"),
        (28 / 3, "9.33333333333"),
        (1.5000000000000002e30, "1.5000000000000002e+30"),
        (float("inf"), "inf"),
        ((1, 2.5, -6), "(1, 2.5, -6)"),
        ((5,), "(5,)"),
    ],
)
def test_values_as_text(value: Value, text: str) -> None:
    """Integers whole, floats to twelve digits if the others are noise."""
    assert value_text(value) == text
