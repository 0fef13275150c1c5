"""Rounds beside those of a right search, counted by hand."""

from __future__ import annotations

from dataclasses import replace

from autograder.kinds.search.visits import (
    Rounds,
    finished_rounds,
    orders_by_bounds,
)
from autograder.kinds.search.visits import compare_rounds as compare
from autograder.trees import file as treefile
from tests.cases import for_each

TREE = treefile.parse(
    "tree: {A: {B: {D: {H: 1, I: 5}, E: 2}, C: {F: 3, G: 4}}}\n"
    "evaluate: {B: 1, C: 2, D: 7}\ndepth: 2\n"
)
RIGHT = "ABCABDECFGABDHI"
TIMED = replace(TREE, visits_allowed=15)


def test_the_last_round_in_limited_time_is_not_finished() -> None:
    """Where time is not limited all are."""
    assert len(finished_rounds(TIMED, RIGHT)) == 2
    assert len(finished_rounds(TREE, RIGHT)) == 3
    assert not finished_rounds(TIMED, "AB")


@for_each(
    "visited, found",
    [
        (RIGHT, Rounds(2, 2)),
        ("ABCABDECFGABDH", Rounds(2, 2)),  # how far it came does not count
        ("ABCABDECFGAC", Rounds(2, 2)),
        ("ABCABDECFG", Rounds(1, 2)),  # nobody has begun another
        ("ABC", Rounds(0, 2)),
        ("", Rounds(0, 2)),
        ("ABCABDE", Rounds(1, 2, "", "C")),
        ("ABCABEDCFGAB", Rounds(1, 2, "E", "D")),  # another order
        ("ABCABCABDECFGAB", Rounds(1, 2, "C", "D", 1)),  # one twice
        ("ABDECFGABDHI", Rounds(0, 2, "D", "C", 2)),  # one left out
        ("ABCABDHIECFGAB", Rounds(1, 2, "H", "E")),
        ("ABCDAB", Rounds(0, 2, "D", "")),
        ("ABCABDECFGABDHIECFGAB", Rounds(2, 2, too_many=True)),
        ("ABCABDECFGABDHIECFG", Rounds(2, 2, beyond=4)),  # time was up before
        ("ABCABDECFGABDHIECF", Rounds(2, 2)),  # a question earlier or later
    ],
)
def test_rounds_are_held_against_each_other_in_their_order(
    visited: str, found: Rounds
) -> None:
    """And the visits of each in theirs."""
    assert compare(TIMED, visited, RIGHT) == found


@for_each(
    "visited, right",
    [
        ("ABCABDECFGABDHIECFG", True),
        ("ABCABDECFGABDHIECFGABDHIECFG", False),
        ("ABCABDECFG", False),
    ],
)
def test_with_time_for_all_each_round_counts(visited: str, *, right: bool) -> None:
    """None more than those that are needed."""
    whole = "ABCABDECFGABDHIECFG"
    assert compare(TREE, visited, whole).all_right is right


@for_each(
    "tree, decides",
    [
        ("{B: 1, C: {E: 0}}", False),  # B is first in any case
        ("{B: -2, C: -1, D: {E: 2}}", False),  # each is better than the one before
        ("{B: 1, C: 0, D: {E: 0}}", True),  # D may be worth 0 or 1: behind C, or before
        ("{B: -1, C: {E: 0}, D: -1}", True),  # D: -1 or 0, behind B or before
        ("{B: 1, C: 0, D: 0}", False),  # there is no second round
    ],
)
def test_a_cut_decides_the_next_order_where_two_actions_fall_short(
    tree: str,
    decides: bool,  # noqa: FBT001
) -> None:
    """Which goes first is told by hand; the estimates are 0."""
    inner = [label for label in "CD" if f"{label}: {{" in tree]
    estimates = ", ".join(f"{label}: 0" for label in inner)
    text = f"tree: {{A: {tree}}}\nevaluate: {{{estimates}}}\ndepth: 1\n"
    assert orders_by_bounds(treefile.parse(text)) is decides
