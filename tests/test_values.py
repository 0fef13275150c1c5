"""Returned values as they cross: exact numbers, and a kind with a text for all else."""

from __future__ import annotations

import json
import math
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.game import Game, State
from autograder.outcome import Returned, decode
from autograder.values import LARGEST, TEXT, brief, encode


class Whole(int):
    """A number that lies about being equal."""

    def __eq__(self, _other: object) -> bool:
        return True

    __hash__ = int.__hash__


class Pair(NamedTuple):
    """A tuple of another class."""

    a: int


class Rude:
    """An object that cannot be printed."""

    def __repr__(self) -> str:
        raise RuntimeError


def generator() -> Any:
    """`yield` in place of `return`."""
    yield 3


def crossed(value: object) -> Any:
    """What the grader decodes of a returned value, by way of JSON."""
    return decode(json.loads(json.dumps({"returned": encode(value)})))


@given(
    st.integers(-LARGEST, LARGEST) | st.floats(allow_nan=False, allow_infinity=False)
)
def test_finite_numbers_cross_exactly(number: float) -> None:
    """Type, value and sign of zero."""
    found = crossed(number)
    assert isinstance(found, Returned)
    assert (type(number), repr(number)) == (type(found.number), repr(found.number))


@pytest.mark.parametrize(
    "value, kind, text",
    [
        (None, "none", "None"),
        (True, "bool", "True"),
        (math.nan, "nan", "nan"),
        (math.inf, "inf", "inf"),
        (-math.inf, "inf", "-inf"),
        (2**53 + 1, "huge", "an integer of 54 bits"),
        (-(10**400), "huge", "an integer of 1329 bits"),
        ("B", "str", "B"),
        ((3, "B"), "tuple", "(3, 'B')"),
        ([3], "list", "[3]"),
        ({"B": 3}, "dict", "{'B': 3}"),
        ({3}, "set", "{3}"),
        (1 + 2j, "complex", "(1+2j)"),
        (Fraction(1, 2), "object", "Fraction"),
        (Decimal(1), "object", "Decimal"),
        (Whole(3), "object", "Whole"),
        (Rude(), "object", "Rude"),
        (Pair(1), "object", "Pair"),
        (generator(), "iterator", "generator"),
        (iter([1]), "iterator", "list_iterator"),
        (len, "callable", "builtin_function_or_method"),
        (Rude, "callable", "type"),
    ],
)
def test_everything_else_crosses_as_its_kind(
    value: object, kind: str, text: str
) -> None:
    """Exact types only: no method of a student's class has a say."""
    assert Returned(kind, None, text) == crossed(value)


def test_a_state_crosses_as_its_label() -> None:
    """The child in place of the action is a common slip, and has a hint."""
    assert Returned("state", None, "A") == crossed(State(object(), 0, "A"))


def test_numpy_numbers_count_as_pythons() -> None:
    """A class that says it is NumPy's is asked for its item."""
    scalar = type("float64", (), {"__module__": "numpy", "item": lambda _: 2.5})()
    assert crossed(scalar) == Returned("number", 2.5)


def test_a_list_in_itself_and_a_long_text_are_cut() -> None:
    """No value makes a result large."""
    loop: list[object] = []
    loop.append(loop)
    assert len(json.dumps(encode(loop))) < 300
    assert len(encode("x" * 10**6)["text"]) == TEXT
    assert len(encode([["x" * 10**5] * 9] * 10**5)["text"]) <= TEXT
    assert len(brief(type("T" * 10**5, (), {})())) == TEXT


@given(st.recursive(st.none() | st.text() | st.integers(), st.lists, max_leaves=20))
def test_any_value_is_encoded_in_bounds(value: object) -> None:
    """As JSON that decodes, whatever was returned."""
    encoded = json.dumps(encode(value))
    assert len(encoded) < 6 * TEXT + 100
    assert isinstance(crossed(value), Returned)


def test_a_game_is_an_object() -> None:
    """Nothing of ours but states has a kind of its own."""
    assert encode(Game(lambda _: None))["kind"] == "object"  # type: ignore[arg-type,return-value]
