"""Which visits are right: accepted sets, ties at one side, and orders."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.kinds import all as assignments
from autograder.kinds.search.visits import (
    BETWEEN,
    Compared,
    Rule,
    compare,
    swapped_siblings,
)
from autograder.trees.tree import GameTree
from tests.plainsearch import (
    BOTH,
    FULL,
    AlphaBeta,
    Order,
    Window,
    exact_values,
    right_to_left,
    shuffled,
    tree_of,
    trees,
    windows,
)
from tests.small import ROOT, examples

STRICT: frozenset[str] = frozenset()
ONE_SIDED = [frozenset({player}) for player in ("max", "min")]
DEFAULT = {
    f"{folder.name}/{name}": tree
    for folder in (ROOT / "test_trees", ROOT / "test_trees" / "any_order")
    for name, tree in assignments.load(folder).trees().items()
}
AIMA = tree_of(
    {
        "A": {
            "B": {"B1": 3, "B2": 12, "B3": 8},
            "C": {"C1": 2, "C2": 4, "C3": 6},
            "D": {"D1": 14, "D2": 5, "D3": 2},
        }
    }
)
MOVES = ("a", "b", "c")
KILLERS = replace(
    AIMA, nodes=tuple(replace(n, moves=MOVES[: len(n.children)]) for n in AIMA.nodes)
)
ONCE = ("A", "B", "B1", "B2", "B3", "C", "C1", "D", "D1", "D2", "D3")
orders = st.one_of(st.just(right_to_left), st.builds(shuffled, st.integers()))


def visits(
    tree: GameTree, window: Window, stops: frozenset[str], *, by_v: bool = True
) -> tuple[str, ...]:
    """The visits of a search that is really made, in the tree's order."""
    return tuple(AlphaBeta(tree, stops=stops, by_v=by_v).run(window).visited)


def judged(
    visited: tuple[str, ...],
    tree: GameTree = AIMA,
    window: Window = FULL,
    accept: tuple[frozenset[str], ...] = (BOTH, STRICT),
    *,
    any_order: bool = False,
) -> Compared:
    """The visits beside those of searches that stop at ties so, and are accepted."""
    accepted = tuple(visits(tree, window, stops) for stops in accept)
    rule = Rule(tree, exact_values(tree), window, accepted, any_order)
    return compare(visited, rule)


@given(trees, windows, st.sampled_from([BOTH, STRICT, *ONE_SIDED]))
@settings(max_examples=examples(60))
def test_where_both_are_accepted_so_are_all_four(
    tree: GameTree, window: Window, stops: frozenset[str]
) -> None:
    """Equality or strict at MAX, equality or strict at MIN: no visit is wrong."""
    visited = visits(tree, window, stops)
    found = judged(visited, tree, window)
    assert found.right
    assert set(found.expected) == set(visited)
    assert (found.wrongly_visited, found.wrongly_skipped, found.step) == ((), (), None)


@pytest.mark.parametrize("name", DEFAULT)
@pytest.mark.parametrize("stops", ONE_SIDED, ids=["max", "min"])
def test_one_sided_cuts_are_right_on_the_trees_that_are_shipped(
    name: str, stops: frozenset[str]
) -> None:
    """Whether v is compared with the bound, or α with β."""
    tree = DEFAULT[name]
    for by_v in (True, False):
        visited = visits(tree, tree.window, stops, by_v=by_v)
        assert judged(visited, tree, tree.window).right


@given(
    trees,
    windows,
    st.sampled_from([BOTH, STRICT]),
    st.sampled_from([BOTH, STRICT, *ONE_SIDED]),
)
@settings(max_examples=examples(60))
def test_where_one_is_accepted_the_others_are_wrong_with_a_step(
    tree: GameTree, window: Window, only: frozenset[str], stops: frozenset[str]
) -> None:
    """Wherever their visits differ from it, and nowhere else."""
    visited = visits(tree, window, stops)
    differ = set(visited) != set(visits(tree, window, only))
    found = judged(visited, tree, window, (only,))
    assert found.right is not differ
    assert (found.step is not None) is differ
    assert bool(found.wrongly_visited or found.wrongly_skipped) is differ


def test_a_search_between_two_accepted_ones_is_told_so() -> None:
    """One tie at a MIN cut, one at a MAX cut: four programs, four sets of visits."""
    tree = tree_of({"A": {"B": 1, "C": {"D": 1, "E": 1}, "F": {
        "G": {"H": 5, "I": 6}, "J": {"K": 6, "L": 7}, "M": 8}}})  # fmt: skip
    sets = {visits(tree, FULL, stops) for stops in (BOTH, STRICT, *ONE_SIDED)}
    assert len(sets) == 4
    for stops in ONE_SIDED:
        found = judged(visits(tree, FULL, stops), tree)
        assert found.right
        assert found.between == BETWEEN[stops]
    for stops in (BOTH, STRICT):
        assert judged(visits(tree, FULL, stops), tree).between == ""
    for stops in ONE_SIDED:
        broken_off = visits(tree, FULL, stops)[:-1]
        assert not judged(broken_off, tree).right
        assert judged(broken_off, tree).between == ""


def test_a_search_in_another_order_is_told_of_that_alone() -> None:
    """It lies between two accepted ones as well, from the last child to the first."""
    tree = tree_of({"A": {"F": {"M": 8, "J": {"L": 7, "K": 6}, "G": {
        "I": 6, "H": 5}}, "C": {"E": 1, "D": 1}, "B": 1}})  # fmt: skip
    for stops in ONE_SIDED:
        visited = tuple(AlphaBeta(tree, right_to_left, stops).run(FULL).visited)
        assert judged(visited, tree).swapped
        assert judged(visited, tree).between == ""


def test_the_words_say_who_cuts_on_equality() -> None:
    """MAX alone, or MIN alone."""
    assert BETWEEN[frozenset({"max"})] == "equality at MAX, strict at MIN"
    assert BETWEEN[frozenset({"min"})] == "strict at MAX, equality at MIN"


@given(trees, windows, orders, st.sampled_from([BOTH, STRICT]))
@settings(max_examples=examples(60))
def test_another_order_has_no_wrong_step(
    tree: GameTree, window: Window, order: Order, stops: frozenset[str]
) -> None:
    """The cuts are judged in the search's own order; any order is right if it may."""
    visited = tuple(AlphaBeta(tree, order, stops).run(window).visited)
    assert judged(visited, tree, window).step is None
    found = judged(visited, tree, window, any_order=True)
    assert found.right
    assert found.step is None


@given(trees, windows, orders)
@settings(max_examples=examples(60))
def test_in_the_trees_order_only_what_it_visits_is_right(
    tree: GameTree, window: Window, order: Order
) -> None:
    """A search in another order is right there only if it visits an accepted set.

    One that never comes to an elder child, since a younger one cut it, has another
    order too. Who stops at ties at one side alone keeps the tree's order as well.
    """
    visited = tuple(AlphaBeta(tree, order).run(window).visited)
    accepted = [set(visits(tree, window, stops)) for stops in (BOTH, STRICT)]
    between = [set(visits(tree, window, stops)) for stops in ONE_SIDED]
    found = judged(visited, tree, window)
    if set(visited) in accepted:
        assert found.right
    else:
        in_order = swapped_siblings(tree, visited) == ()
        assert found.right is (in_order and set(visited) in between)


def test_an_elder_child_that_was_passed_over_is_not_right() -> None:
    """C has 2 and 4: who skips C1 = 4 and is cut by C2 = 2 has not the tree's order."""
    tree = tree_of({"A": {"B": 3, "C": {"C1": 4, "C2": 2, "C3": 6}}})
    found = judged(("A", "B", "C", "C2"), tree)
    assert not found.right
    assert judged(("A", "B", "C", "C2"), tree, any_order=True).right


def test_right_to_left_is_told_as_an_order() -> None:
    """The first pair in the tree is B and C; no cut of it is wrong."""
    visited = tuple(AlphaBeta(AIMA, right_to_left).run().visited)
    found = judged(visited)
    assert not found.right
    assert found.swapped == ("C", "B")
    assert found.step is None
    assert judged(visited, any_order=True).right


def test_the_order_of_an_accepted_set_is_free() -> None:
    """Who visits what a convention visits is right, in whatever order."""
    visited = visits(AIMA, FULL, BOTH)
    assert judged(visited[::-1]) == Compared(right=True, expected=visited)


def test_nothing_visited_is_not_right() -> None:
    """Not in any order, and not where nothing but the root is needed."""
    for accept, any_order in product([(BOTH,), (BOTH, STRICT)], (False, True)):
        assert not judged((), accept=accept, any_order=any_order).right
    leaf = GameTree((AIMA.nodes[2],))
    assert not compare((), Rule(leaf, {"B1": 3}, FULL, (("B1",),))).right


def test_what_no_policy_explains_is_right_only_as_it_stands() -> None:
    """Where an assignment accepts visits that no alpha-beta makes, it is they alone."""
    odd = ("A", "B", "B1")
    rule = Rule(AIMA, exact_values(AIMA), FULL, (odd,), any_order=True)
    assert rule.policies == ()
    assert compare(odd, rule).right
    assert not compare(visits(AIMA, FULL, BOTH), rule).right


def test_what_is_recorded_is_right_only_as_it_stands() -> None:
    """Though there is a policy that would explain it, and other orders with it."""
    recorded = visits(AIMA, FULL, BOTH)
    rule = Rule(AIMA, exact_values(AIMA), FULL, (recorded,), recorded=True)
    assert rule.policies == ()
    assert compare(recorded, rule).right
    found = compare(recorded[:-1], rule)
    assert not found.right
    assert found.expected == recorded
    assert found.wrongly_skipped == recorded[-1:]
    assert found.step is None


def test_minimax_needs_all() -> None:
    """One child left out is wrong, and told."""
    labels = AIMA.labels()
    rule = Rule(AIMA, exact_values(AIMA), None, (labels,))
    found = compare(labels[:-1], rule)
    assert (found.right, found.wrongly_skipped) == (False, ("D3",))
    assert found.step is not None
    assert (found.step.child, found.step.visited) == ("D3", False)
    assert found.step.bounds is None


def test_swapped_siblings_are_the_first_in_the_tree() -> None:
    """As (visited first, visited later); none if the order is the tree's."""
    assert swapped_siblings(AIMA, ("A", "B", "D", "C", "C2", "C1")) == ("D", "C")
    assert swapped_siblings(AIMA, ("A", "B", "C", "C2", "C1")) == ("C2", "C1")
    assert swapped_siblings(AIMA, ("A", "B", "C", "C1")) == ()


def test_a_child_asked_about_too_early_is_told() -> None:
    """Who asks about C before B has been searched visits it, whatever follows."""
    early = ("A", "B", "C", "D", "B1", "B2", "B3", "C1", "D1", "D2", "D3", "C2")
    assert judged(early).early == ("C", "B")
    assert judged(visits(AIMA, FULL, BOTH)).early == ()


@pytest.mark.parametrize(
    "visited, expected",
    [
        (("A", "B", "B1", "B2", "B3", "C", "C2", "C1", "D", "D1"), ("C", "a")),
        (("A", "B", "B1", "B2", "B3", "C", "C1", "D", "D3"), ("D", "a")),
        (("A", "B", "B1", "B2", "B3", "C", "C1", "D", "D1"), ()),
        ((*ONCE, "D3"), ()),
    ],
)
def test_of_killers_it_is_told_which_action_comes_first(
    visited: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    """In the first state in which another did; by the name of the move."""
    values = exact_values(KILLERS)
    rule = Rule(KILLERS, values, FULL, (ONCE,), repeats=True, recorded=True)
    compared = compare(visited, replace(rule, has_killers=True))
    assert not compared.right
    assert compared.first == expected
    assert compare(visited, rule).first == ()
