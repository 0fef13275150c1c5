"""Values and probabilities as text, without the noise of floats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import SupportsFloat

from autograder.game import LARGEST, Value

DIGITS = 12  # of a float; the others are noise
NOISE = 1e-9  # of a probability
DICE = 36  # the largest denominator: that of two dice
FEW, LEAST = 3, 0.001  # digits of a probability that is no small fraction


def shown(value: Value) -> str:
    """A value as text, without the noise of floats: 3, 2.5, 1.8e+14, (1, 2, 6)."""
    if isinstance(value, tuple):
        return f"({', '.join(map(shown, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, int) or abs(value) > LARGEST:
        return str(value)
    brief = f"{value:.{DIGITS}g}"
    return brief if float(brief) != value or "e" in brief else str(value)


def probability_texts(probabilities: Sequence[float]) -> tuple[str, ...]:
    """Probabilities of a node's children, written alike: 0.5 and 0.5, or 1/2 and 1/3.

    They are decimals of two digits if all are such, else fractions if all are those of
    two dice or simpler, else decimals of three digits.
    """
    if all(_equal(p, round(p, 2)) for p in probabilities):
        return tuple(f"{round(p, 2):g}" for p in probabilities)
    from fractions import Fraction  # noqa: PLC0415 - for chance alone

    fractions = [Fraction(p).limit_denominator(DICE) for p in probabilities]
    if all(map(_equal, probabilities, fractions)):
        return tuple(map(str, fractions))
    return tuple(map(_decimal, probabilities))


def _equal(probability: float, other: SupportsFloat) -> bool:
    exact = float(other)
    return exact > 0 and abs(probability - exact) <= NOISE


def _decimal(probability: float) -> str:
    """Three digits, which never say that it is 0 or 1."""
    if probability < LEAST / 2:
        return f"<{LEAST}"
    text = f"{round(probability, FEW):g}"
    return f">{1 - LEAST}" if text == "1" else text
