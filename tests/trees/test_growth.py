"""What stands at the nodes of a tree of playouts, by hand, and which node is due."""

from __future__ import annotations

from math import inf, isclose, log, sqrt

from autograder.kinds.playouts.judging import Growth, grown, ucb1
from autograder.trees import file as treefile
from tests.cases import for_each

TREE = treefile.parse(
    "iterations: 6\ntree: {A: {B: {D: 1, E: 0}, C: {F: -1, G: {H: 1, I: -1}}}}\n"
)
INDEX = {label: index for index, label in enumerate(TREE.labels())}


@for_each(
    "utility, playouts, parent, c, expected",
    [
        (0, 0, 7, 2.0, inf),  # never tried
        (3, 4, 1, 2.0, 0.75),  # ln 1 is 0
        (-1, 2, 9, 0.0, -0.5),  # the mean alone
        (60, 79, 100, 1.4, 1.0975097286),  # AIMA, Figure 5.10
        (2, 11, 100, 1.4, 1.0876645),
        (1, 1, 2, sqrt(2), 1 + sqrt(2 * log(2))),
    ],
)
def test_ucb1(
    utility: float, playouts: int, parent: int, c: float, expected: float
) -> None:
    """With a calculator."""
    found = ucb1(utility, playouts, parent, c)
    assert found == expected or isclose(found, expected, rel_tol=1e-7)


def test_each_payoff_counts_for_who_moved_into_the_node() -> None:
    """D is worth 1 to MAX: into B moved MAX, into D moved MIN.

    Into the root nobody moves: its U belongs to MIN, who has not the move there.
    """
    growth = grown(TREE, [INDEX["B"], INDEX["C"], INDEX["D"]])
    first, second, third = growth.payoffs
    assert third == 1
    assert growth.utility[INDEX["B"]] == first + 1
    assert growth.utility[INDEX["C"]] == second
    assert growth.utility[INDEX["D"]] == -1
    assert growth.utility[INDEX["A"]] == -first - second - 1
    assert growth.playouts == {0: 3, INDEX["B"]: 2, INDEX["C"]: 1, INDEX["D"]: 1}
    assert growth.updated[INDEX["C"]] == 2


def test_what_is_due() -> None:
    """The first untried action; below a child only when all were tried."""
    growth = Growth(TREE)
    assert growth.path_to_next_playout() == (0, INDEX["B"])
    growth.add(INDEX["B"])
    assert growth.path_to_next_playout() == (0, INDEX["C"])
    growth.add(INDEX["C"])
    ways = {(0, INDEX["B"], INDEX["D"]), (0, INDEX["C"], INDEX["F"])}
    assert growth.path_to_next_playout() in ways


def test_without_exploration_the_mean_alone_selects() -> None:
    """By hand: 0 of one playout, half of eight; with the root of 2 the first is due."""
    leaves = "tree: {A: {B: {D: 0}, C: {E: 0.5}}}\niterations: 9\n"
    way = [1, 3, 4, 4, 4, 4, 4, 4, 4]
    for exploration, due in ((None, "B"), (0, "C"), (0.5, "C")):
        key = "" if exploration is None else f"exploration: {exploration}\n"
        tree = treefile.parse(leaves + key)
        assert tree.labels() == ("A", "B", "D", "C", "E")
        growth = grown(tree, way)
        by_hand = sqrt(2) if exploration is None else exploration
        b, c = growth.tried_children(0)
        assert isclose(b.ucb1, by_hand * sqrt(log(9)))
        assert isclose(c.ucb1, 0.5 + by_hand * sqrt(log(9) / 8))
        assert tree.labels()[growth.path_to_next_playout()[1]] == due


def test_the_first_of_equals_is_chosen() -> None:
    """By playouts; before any there is nothing to choose."""
    assert Growth(TREE).most_visited_child() == 0
    assert grown(TREE, [INDEX["C"], INDEX["B"]]).most_visited_child() == INDEX["B"]
    assert (
        grown(TREE, [INDEX["C"], INDEX["B"], INDEX["F"]]).most_visited_child()
        == INDEX["C"]
    )
