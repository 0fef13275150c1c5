"""A test of many cases fails if any of them does, and says which."""

from __future__ import annotations

import inspect

import pytest

from tests.cases import for_each


def test_every_case_that_fails_is_told() -> None:
    """With all its values, and those that hold are not."""
    tried: list[int] = []

    @for_each("number, square", [(1, 1), (2, 5), (3, 9), (4, 15)])
    def squares(number: int, square: int) -> None:
        tried.append(number)
        assert number**2 == square

    with pytest.raises(AssertionError) as told:
        squares()
    assert tried == [1, 2, 3, 4]
    assert "2 of 4" in str(told.value)
    assert "{'number': 2, 'square': 5}" in str(told.value)
    assert "'number': 3" not in str(told.value)


def test_other_arguments_are_fixtures() -> None:
    """Which pytest finds by their names."""

    @for_each("number", range(3))
    def test(folder: str, number: int) -> None:
        assert folder == "here"
        assert number < 3

    assert list(inspect.signature(test).parameters) == ["folder"]
    test(folder="here")


def test_without_a_case_nothing_holds() -> None:
    """A glob that finds nothing is no proof."""

    @for_each("name", [])
    def test(name: str) -> None:
        raise NotImplementedError(name)

    with pytest.raises(AssertionError, match="there is no case"):
        test()
