"""Stumps of a tree: what an edited function is tried on, nearly by itself."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from autograder.kinds.search.trials import tree_cut_at
from autograder.trees.tree import GameTree, Limit
from tests.cases import for_each
from tests.plainsearch import exact_values, tree_of

DEEP = tree_of(
    {
        "A": {
            "B": {"B1": {"X1": 3, "X2": 1}, "B2": {"Y1": 8}},
            "C": {"C1": {"Z1": 2, "Z2": 6}, "C2": 4},
        }
    }
)
ESTIMATES = {"B": 7, "C": 5, "B1": 2, "B2": 9, "C1": 6}


def limited(plies: int) -> GameTree:
    """The tree, of which so many plies are searched."""
    nodes = [replace(n, estimate=ESTIMATES.get(n.label)) for n in DEEP.nodes]
    return replace(DEEP, nodes=tuple(nodes), limit=Limit(depth=plies))


def stump_of(tree: GameTree, plies: int) -> GameTree:
    """The root and so many plies below it."""
    values = exact_values(tree.effective_tree)
    return tree_cut_at(cast("Any", SimpleNamespace(tree=tree)), values, 0, plies)


@for_each("plies", [1, 2])
def test_a_search_that_goes_too_deep_is_wrong_on_a_stump(plies: int) -> None:
    """Every second leaf is a position at the horizon, and another value lies below."""
    tree = limited(2)
    stump = stump_of(tree, plies)
    values, wanted = (exact_values(each.effective_tree) for each in (stump, tree))
    met = [stump.nodes[index].label for index in stump.reachable()]
    assert [values[label] for label in met] == [wanted[label] for label in met]
    assert stump.horizon
    assert stump.limit.depth == plies
    too_deep = exact_values(replace(stump, limit=Limit()))
    at_horizon = [stump.nodes[index].label for index in stump.horizon]
    assert all(too_deep[label] != wanted[label] for label in at_horizon)


def test_a_stump_of_a_search_without_a_depth_ends_in_leaves() -> None:
    """They are worth what they are in the tree."""
    stump = stump_of(DEEP, 1)
    assert [(n.label, n.utility) for n in stump.nodes] == [
        *(("A", None), ("B", 3), ("C", 4))
    ]
