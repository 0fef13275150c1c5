"""When values are equal, and what nodes are worth, by who moves there."""

from __future__ import annotations

import pytest

from autograder.game import Value
from autograder.trees import file as treefile
from autograder.trees.values import (
    best_actions,
    best_line,
    equal,
    exact_values,
    mean,
    seen_by,
)
from tests.cases import for_each


@for_each(
    "one, other, expected",
    [
        (3, 3, True),
        (2**53, 2**53 - 1, False),
        (2.0**53, 2**53 - 1, True),
        (0.1 + 0.2, 0.3, True),
        (1e-10, 0, True),
        (1e-8, 0, False),
        ((1, 2), (1, 2), True),
        ((1, 0.3), (1, 0.1 + 0.2), True),
        ((1, 2), (2, 1), False),
        ((1, 2), (1, 2, 3), False),
        ((3,), 3, False),
    ],
)
def test_equality(one: Value, other: Value, expected: bool) -> None:  # noqa: FBT001
    """Of whole numbers exactly, of floats within 1e-9, of payoffs each by each."""
    assert expected == equal(one, other)
    assert expected == equal(other, one)


def test_a_mean_is_exact_where_it_can_be() -> None:
    """Ten tenths of 1 are 1, and not a little less, as they are if added in turn."""
    assert mean((0.1,) * 10, (1,) * 10) == 1
    assert mean((0.5, 0.5), ((1, 2), (3, 5))) == (2, 3.5)


def test_cs_188_expectimax() -> None:
    """3 12 9, 2 4 6 and 15 6 0, all equal: 8, 4 and 7; MAX takes 8."""
    tree = treefile.parse(
        "tree: [[3, 12, 9], [2, 4, 6], [15, 6, 0]]\nplayers: [max, chance]"
    )
    values = exact_values(tree)
    assert [values[label] for label in "ABCD"] == pytest.approx([8, 8, 4, 7])
    assert best_actions(tree, values) == ("B",)


@pytest.mark.parametrize(
    "leaves, means, action",
    [("[2, 3], [1, 4]", (2.1, 1.3), "B"), ("[20, 30], [1, 400]", (21, 40.9), "C")],
)
def test_aima_order_preserving_change(
    leaves: str, means: tuple[float, float], action: str
) -> None:
    """With 0.9 and 0.1 the order of the leaves is not enough to know the action."""
    chance = "{B: [0.9, 0.1], C: [0.9, 0.1]}"
    tree = treefile.parse(f"tree: [{leaves}]\nplayers: [max, chance]\nchance: {chance}")
    values = exact_values(tree)
    assert (values["B"], values["C"]) == pytest.approx(means)
    assert best_actions(tree, values) == (action,)


def test_means_that_differ_by_noise_are_a_tie() -> None:
    """0.1 + 0.2 is as good as 0.3: both actions are best."""
    tree = treefile.parse(
        "tree: [[0.3, 0], [0.2, 0.4]]\nplayers: [max, chance]\n"
        "chance: {B: [1/3, 2/3], C: [0.999999999999, 0.000000000001]}"
    )
    values = {**exact_values(tree), "B": 0.1 + 0.2, "C": 0.3}
    assert best_actions(tree, values) == ("B", "C")


def test_aima_three_players() -> None:
    """C, B and A take what is best for themselves; of equals the first."""
    tree = treefile.parse(
        "players: [A, B, C]\n"
        "tree: [[[1 2 6, 4 2 3], [6 1 2, 7 4 1]], [[5 1 1, 1 5 2], [7 7 1, 5 4 5]]]"
    )
    values = exact_values(tree)
    assert [values[label] for label in "DEFG"] == [
        *((1, 2, 6), (6, 1, 2), (1, 5, 2), (5, 4, 5))
    ]
    assert [values[label] for label in "ABC"] == [(1, 2, 6), (1, 2, 6), (1, 5, 2)]
    assert best_actions(tree, values) == ("B", "C")


def test_nobody_has_a_best_action_where_chance_moves() -> None:
    """There is nothing to choose."""
    tree = treefile.parse("tree: [1, 3]\nplayers: [chance, max]")
    assert exact_values(tree)["A"] == 2
    assert best_actions(tree, exact_values(tree)) == ()


@pytest.mark.parametrize(
    "viewpoint, value, seen",
    [
        ("max", 3, 3),
        ("min", 3, -3),
        ("", 3, 3),
        ("min", 0, 0),
        ("min", 0.0, 0.0),
        ("min", (1, 2), (1, 2)),
    ],
)
def test_what_the_one_gets_the_other_loses(
    viewpoint: str, value: Value, seen: Value
) -> None:
    """Nothing is nothing to both; where each has a payoff, nobody's is turned."""
    assert repr(seen_by(viewpoint, value)) == repr(seen)


TWO_LINES = "tree: {A: {B: {B1: 3, B2: {E: 5, F: 3}}, C: {C1: 2}, D: {D1: 3, D2: 9}}}"


@for_each(
    "begun, line",
    [
        ("", "B B1"),
        ("B", "B B1"),
        ("B B1", "B B1"),
        ("D", "D D1"),
        ("D D1 x", "D D1"),
        ("D D2", "D D1"),
        ("C C1", "B B1"),
        ("x D", "B B1"),
    ],
)
def test_the_line_of_best_play(begun: str, line: str) -> None:
    """B and D are worth 3, and MIN takes B1 or D1: B2 is worth 5."""
    tree = treefile.parse(TWO_LINES)
    found = best_line(tree, exact_values(tree), begun.split())
    assert " ".join(found) == line


def test_the_line_ends_where_the_search_stops_and_before_chance() -> None:
    """Nobody chooses there; and beyond the horizon nothing was looked at."""
    limited = treefile.parse(f"{TWO_LINES}\ndepth: 1\nevaluate: {{B: 1, C: 4, D: 0}}")
    assert best_line(limited, exact_values(limited)) == ("C",)
    chance = treefile.parse("tree: [[1, 2], [5, 6]]\nplayers: [max, chance]")
    assert best_line(chance, exact_values(chance)) == ("C",)
    first = treefile.parse("tree: [[1, 2], [5, 6]]\nplayers: [chance, max]")
    assert best_line(first, exact_values(first)) == ()
