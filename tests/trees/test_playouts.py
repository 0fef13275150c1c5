"""Playouts are drawn once and for all: by the tree, the node, and their number."""

from __future__ import annotations

from dataclasses import replace

from autograder.trees import file as treefile
from autograder.trees.tree import GameTree
from autograder.trees.visitrecord import Playouts, most_playouts
from tests.plainmcts import PlainSearch

TREE = treefile.parse(
    "iterations: 9\ntree: {A: {B: {D: 1, E: 2, F: 3}, C: {G: {I: 4, J: 5}, H: 6}}}\n"
)
ROOT, B, C = 0, 1, 2
LEAF = TREE.labels().index("D")
OFTEN = 40


def drawn(index: int, times: int = OFTEN) -> list[object]:
    """The first playouts of a node."""
    playouts = Playouts(TREE)
    return [playouts.next_from(index) for _ in range(times)]


def test_each_playout_is_drawn_as_it_is_said() -> None:
    """Moves are bytes of a digest; a second program draws the same."""
    plain = PlainSearch(TREE)
    for index in (ROOT, B, C):
        assert drawn(index) == [plain.playout(index) for _ in range(OFTEN)]


def test_the_nth_of_a_node_is_told_without_those_before() -> None:
    """As it comes when they are asked for in turn."""
    asked = [Playouts(TREE).payoff(B, nth) for nth in range(1, OFTEN + 1)]
    assert asked == drawn(B)


def test_what_was_asked_before_changes_none() -> None:
    """Of other nodes, in any order."""
    alone, mixed = drawn(B), Playouts(TREE)
    found = []
    for place in range(OFTEN):
        mixed.next_from(C)
        if place % 3:
            mixed.next_from(ROOT)
        found.append(mixed.next_from(B))
    assert found == alone


def test_all_ends_below_a_node_come() -> None:
    """And no others; where the game is over its utility comes each time."""
    assert set(drawn(ROOT)) == {1, 2, 3, 4, 5, 6}
    assert set(drawn(B)) == {1, 2, 3}
    assert set(drawn(LEAF)) == {1}


def test_more_iterations_change_none() -> None:
    """Who searches longer goes on with what was there; another tree has others."""
    longer = Playouts(replace(TREE, iterations=900))
    assert [longer.next_from(ROOT) for _ in range(OFTEN)] == drawn(ROOT)
    nodes = tuple(
        replace(node, utility=9) if node.label == "H" else node for node in TREE.nodes
    )
    other = Playouts(replace(TREE, nodes=nodes))
    assert [other.next_from(B) for _ in range(OFTEN)] != drawn(B)


STOPS = """
depth: {}
evaluate: {{A: 70, B: 0.5, C: -0.25, D: 0.75, G: 60}}
tree: {{A: {{B: {{D: {{E: 1, F: 2}}, H: 3}}, C: {{G: {{I: 4, J: 5}}, K: 6}}}}}}
iterations: 9
"""


def test_a_playout_stops_after_the_depth() -> None:
    """At the estimate there, or before it at the end of the game: by hand."""
    one, two = (treefile.parse(STOPS.format(depth)) for depth in (1, 2))
    places = {label: index for index, label in enumerate(one.labels())}

    def ends(tree: GameTree, label: str) -> set[object]:
        playouts = Playouts(tree)
        return {playouts.next_from(places[label]) for _ in range(OFTEN)}

    assert ends(one, "A") == {0.5, -0.25}
    assert ends(one, "B") == {0.75, 3}
    assert ends(one, "D") == {1, 2}
    assert ends(one, "E") == {1}
    assert ends(two, "A") == {0.75, 3, 60, 6}
    assert ends(two, "B") == {1, 2, 3}
    plain = PlainSearch(two)
    drawn = Playouts(two)
    for index in (ROOT, B, C):
        for _ in range(OFTEN):
            assert drawn.next_from(index) == plain.playout(index)


def test_a_search_is_stopped_behind_twice_its_iterations() -> None:
    """One playout more, so that it shows."""
    assert most_playouts(TREE) == 19
