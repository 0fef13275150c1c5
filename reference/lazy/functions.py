"""Functions that return what is near at hand, whatever is asked of the arguments.

`python -m autograder adequacy` holds each against the rows of every table, beside the
constants; the docstrings name the rows that tell what that earns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

Arguments = Sequence[Any]


def numbers(content: object) -> Iterator[float]:
    """All numbers in the arguments, from the left."""
    if isinstance(content, (int, float)) and not isinstance(content, bool):
        yield content
    elif isinstance(content, (list, tuple)):
        for each in content:
            yield from numbers(each)


def first_argument(arguments: Arguments) -> Any:
    """The first argument."""
    return arguments[0]


def last_argument(arguments: Arguments) -> Any:
    """The last argument."""
    return arguments[-1]


def first_number(arguments: Arguments) -> Any:
    """The first number."""
    return next(numbers(arguments), 0)


def smallest(arguments: Arguments) -> Any:
    """The smallest number."""
    return min(numbers(arguments), default=0)


def largest(arguments: Arguments) -> Any:
    """The largest number."""
    return max(numbers(arguments), default=0)


def total(arguments: Arguments) -> Any:
    """The sum of all numbers."""
    return sum(numbers(arguments))


def mean(arguments: Arguments) -> Any:
    """The mean of all numbers."""
    return total(arguments) / max(1, count(arguments))


def middle(arguments: Arguments) -> Any:
    """The number in the middle, by size."""
    found = sorted(numbers(arguments))
    return found[len(found) // 2] if found else 0


def count(arguments: Arguments) -> Any:
    """How many numbers there are."""
    return len([*numbers(arguments)])


FUNCTIONS = (
    first_argument,
    last_argument,
    first_number,
    smallest,
    largest,
    total,
    mean,
    middle,
    count,
)
