"""The sentence on a second run that went otherwise than the first."""

from __future__ import annotations

import pytest

from autograder.judging.verdicts import difference
from autograder.kinds.search.words import difference_sentence
from autograder.observing.observation import Observation, Observed
from autograder.observing.outcome import Fault, Outcome, Returned

THREE = Returned("number", 3)
RANDOM = (
    "is there something random (random.SystemRandom, time, id(), a set of objects)?"
)


def call(outcome: Outcome, *visited: str) -> Observation:
    """A call of max_value in which this came out."""
    return Observation("max_value", "max_value(game, state)", outcome, visited)


@pytest.mark.parametrize(
    "first, second, text",
    [
        (
            call(THREE, "A", "B", "C1"),
            call(THREE, "A", "B", "C2"),
            f"A second run visited C2 after B, the first C1: {RANDOM}",
        ),
        (
            call(THREE, "A", "B"),
            call(THREE, "A"),
            f"A second run visited nothing after A, the first B: {RANDOM}",
        ),
        (
            call(THREE),
            call(THREE, "A"),
            f"A second run visited A at first, the first nothing: {RANDOM}",
        ),
        (
            call(THREE, "A"),
            call(Returned("str", None, "B"), "A"),
            (
                "In a second run max_value returned 'B', in the first it returned 3: "
                f"{RANDOM}"
            ),
        ),
        (
            call(Fault("crash", "no", "ValueError")),
            call(THREE),
            (
                "In a second run max_value returned 3, in the first it did not return "
                f"(raised ValueError: no): {RANDOM}"
            ),
        ),
    ],
)
def test_the_sentence_names_the_difference(
    first: Observation, second: Observation, text: str
) -> None:
    """What the second run did, what the first did, and where to look."""
    found = difference(Observed((first,)), Observed((second,)))
    assert found is not None
    assert text == difference_sentence(found)
