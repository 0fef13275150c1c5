"""Walks, held against a search that is really made: the plain one beside this file."""

from __future__ import annotations

from itertools import product
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.kinds.search.replays import steps_with_windows
from autograder.kinds.search.walk import (
    EQUALITY,
    MIXED,
    STRICT,
    Bounds,
    FirstWrongStep,
    Policy,
    SearchedChild,
    better,
    walk,
)
from autograder.trees.tree import GameTree, Node
from autograder.trees.values import backed_up
from tests.plainsearch import (
    FULL,
    AlphaBeta,
    Moment,
    Window,
    as_visited,
    exact_values,
    left_to_right,
    right_to_left,
    shuffled,
    tampered,
    tree_of,
    trees,
    windows,
)
from tests.small import examples

POLICIES = (EQUALITY, STRICT, *MIXED)
AIMA = {
    "A": {
        "B": {"B1": 3, "B2": 12, "B3": 8},
        "C": {"C1": 2, "C2": 4, "C3": 6},
        "D": {"D1": 14, "D2": 5, "D3": 2},
    }
}
orders = st.one_of(
    st.just(left_to_right), st.just(right_to_left), st.builds(shuffled, st.integers())
)

# Those of the searches that compare v with a bound. Where α is compared with β, and
# only one player stops at ties, what is returned beyond the window decides as well.
policies = st.sampled_from([policy for policy in POLICIES if policy.by_v])


def search(
    tree: GameTree,
    policy: Policy = EQUALITY,
    order: object = left_to_right,
    *,
    hard: bool = False,
) -> AlphaBeta:
    """A search that is made."""
    return AlphaBeta(tree, order, policy.stops, policy.by_v, hard)  # type: ignore[arg-type]


def first_parting(
    tree: GameTree, visited: tuple[str, ...], window: Window, policy: Policy
) -> Moment | None:
    """By brute force: the first decision of a right search that was decided otherwise.

    The right search takes the children in the order of the one that is judged.
    """
    right = search(tree, policy, as_visited(tree, visited)).run(window)
    made = set(visited)
    return next((m for m in right.moments if m.goes_on != (m.child in made)), None)


def assert_tells(step: FirstWrongStep, moment: Moment, exact: dict[str, float]) -> None:
    """The step says what was known at that moment, and what is behind it.

    At a cut a player's own bound is not looked at: all that counts is the other's.
    """
    assert step.bounds is not None
    assert (step.node, step.child) == (moment.node, moment.child)
    assert step.visited is not moment.goes_on
    known = tuple(
        SearchedChild(label, found, exact[label]) for label, found in moment.known
    )
    assert (step.v, step.searched) == (moment.v, known)
    mover_is_max = step.to_move == "max"
    if moment.goes_on or not mover_is_max:
        assert step.bounds.alpha == moment.alpha
    if moment.goes_on or mover_is_max:
        assert step.bounds.beta == moment.beta


@given(trees, windows, policies, orders)
@settings(max_examples=examples(60))
def test_what_is_needed_is_what_a_search_visits(
    tree: GameTree, window: Window, policy: Policy, order: object
) -> None:
    """For every policy and order: the visits of the search that is really made."""
    made = search(tree, policy, order).run(window)
    judged = walk(tree, exact_values(tree), made.visited, window, policy)
    assert judged.needed == tuple(made.visited)
    assert judged.wrong is None


@given(trees, windows, policies)
def test_without_a_search_it_walks_in_the_trees_order(
    tree: GameTree, window: Window, policy: Policy
) -> None:
    """What is needed does not hang on the search that is judged, but for its order."""
    made = search(tree, policy).run(window)
    judged = walk(tree, exact_values(tree), (), window, policy)
    assert judged.needed == tuple(made.visited)
    assert judged.wrong is not None
    assert judged.wrong.position == 0


@given(trees, windows, orders)
def test_fail_hard_needs_the_same(
    tree: GameTree, window: Window, order: object
) -> None:
    """What a search returns beyond its window changes none of its visits."""
    soft = search(tree, EQUALITY, order).run(window)
    hard = search(tree, EQUALITY, order, hard=True).run(window)
    judged = walk(tree, exact_values(tree), hard.visited, window, EQUALITY)
    assert soft.visited == hard.visited == list(judged.needed)
    assert judged.wrong is None


@given(trees, orders)
def test_minimax_needs_every_node(tree: GameTree, order: object) -> None:
    """Without a window nothing is cut, in any order."""
    made = AlphaBeta(tree, order, prunes=False).run()  # type: ignore[arg-type]
    judged = walk(tree, exact_values(tree), made.visited, None, EQUALITY)
    assert judged.needed == tuple(made.visited)
    assert sorted(judged.needed) == sorted(tree.labels())
    assert judged.wrong is None


@given(trees, windows, policies, orders, st.data())
@settings(max_examples=examples(60))
def test_the_first_wrong_step_is_where_a_right_search_decides_otherwise(
    tree: GameTree, window: Window, policy: Policy, order: object, data: st.DataObject
) -> None:
    """Whatever is added or left out: the node, its children known, α, β and v."""
    made = search(tree, policy, order).run(window)
    visited = tampered(tree, made, data)
    judged = walk(tree, exact_values(tree), visited, window, policy)
    parting = first_parting(tree, visited, window, policy)
    assert (judged.wrong is None) == (parting is None)
    if judged.wrong is not None and parting is not None:
        assert_tells(judged.wrong, parting, exact_values(tree))
        before = visited[: judged.wrong.position]
        assert set(before) <= set(judged.needed), "all visits before it are right"
        if judged.wrong.visited:
            assert visited[judged.wrong.position] == judged.wrong.child


@given(trees, windows, policies, orders, st.data())
def test_nothing_is_wrong_exactly_if_the_set_is_right(
    tree: GameTree, window: Window, policy: Policy, order: object, data: st.DataObject
) -> None:
    """A search is right if it visits, in its own order, what is needed and no more."""
    visited = tampered(tree, search(tree, policy, order).run(window), data)
    judged = walk(tree, exact_values(tree), visited, window, policy)
    assert (judged.wrong is None) == (set(visited) == set(judged.needed))


@given(trees, windows, policies, orders)
def test_returned_is_what_fail_soft_returns(
    tree: GameTree, window: Window, policy: Policy, order: object
) -> None:
    """At each node that was visited: its value, or the bound that came of the cut."""
    made = search(tree, policy, order).run(window)
    labels = tree.labels()
    visited = sorted(labels.index(label) for label in made.visited)
    found = backed_up(tree, visited)
    assert {labels[index]: worth for index, worth in found.items()} == made.returned


def test_an_inner_node_without_a_leaf_below_returns_nothing() -> None:
    """A search that ended on its way down has no value there."""
    tree = tree_of({"A": {"B": {"C": 1}, "D": 2}})
    assert backed_up(tree, [0, 1]) == {}
    assert backed_up(tree, [0, 1, 3]) == {3: 2, 0: 2}


@given(trees, windows, policies, orders)
def test_steps_are_the_windows_of_the_search(
    tree: GameTree, window: Window, policy: Policy, order: object
) -> None:
    """Each visit, with the α and β of its call and the v of its parent."""
    made = search(tree, policy, order).run(window)
    found = steps_with_windows(tree, made.visited, window)
    assert [step.label for step in found] == made.visited
    assert {step.label: step.window for step in found} == made.windows
    assert {step.label: step.v for step in found} == made.parents_v


@given(trees)
def test_steps_of_minimax_have_no_window(tree: GameTree) -> None:
    """They have the v of the parent."""
    made = AlphaBeta(tree, prunes=False).run()
    found = steps_with_windows(tree, made.visited, None)
    assert {step.window for step in found} == {None}
    assert {step.label: step.v for step in found} == made.parents_v


@given(trees, windows, st.data())
def test_steps_of_whatever_was_visited_can_be_told(
    tree: GameTree, window: Window, data: st.DataObject
) -> None:
    """Of any search that asks about parents first; its first step is the root."""
    parent = {child: i for i, node in enumerate(tree.nodes) for child in node.children}
    labels, visited, open_nodes = tree.labels(), [0], list(tree.root.children)
    for turn in data.draw(st.lists(st.integers(0, 99), max_size=len(labels))):
        if open_nodes:
            visited.append(open_nodes.pop(turn % len(open_nodes)))
            open_nodes += tree.nodes[visited[-1]].children
    found = steps_with_windows(tree, [labels[index] for index in visited], window)
    assert [step.label for step in found] == [labels[index] for index in visited]
    assert found[0].window == window
    assert all(index == 0 or parent[index] in visited for index in visited)


def test_the_cut_of_aimas_figure_5_5() -> None:
    """At C, MIN has 2 and MAX has 3 at A; a search that goes on does so to C2."""
    tree = tree_of(AIMA)
    visited = ("A", "B", "B1", "B2", "B3", "C", "C1", "C2", "D", "D1", "D2", "D3")
    judged = walk(tree, exact_values(tree), visited, FULL, EQUALITY)
    assert set(visited) - set(judged.needed) == {"C2"}
    assert judged.wrong == FirstWrongStep(
        node="C",
        to_move="min",
        bounds=Bounds(3, 2, "A", "C"),
        searched=(SearchedChild("C1", 2, 2),),
        v=2,
        child="C2",
        visited=True,
        position=7,
    )


def test_a_node_that_was_left_out() -> None:
    """D3 is needed: MIN has 5 at D, MAX has 3 at A, and D may yet be worth 4."""
    tree = tree_of(AIMA)
    visited = ("A", "B", "B1", "B2", "B3", "C", "C1", "D", "D1", "D2")
    judged = walk(tree, exact_values(tree), visited, FULL, EQUALITY)
    assert judged.wrong == FirstWrongStep(
        node="D",
        to_move="min",
        bounds=Bounds(3, 5, "A", "D"),
        searched=(SearchedChild("D1", 14, 14), SearchedChild("D2", 5, 5)),
        v=5,
        child="D3",
        visited=False,
        position=10,
    )


def test_the_root_alone_leaves_its_first_child_out() -> None:
    """Nothing is known there yet."""
    tree = tree_of(AIMA)
    step = walk(tree, exact_values(tree), ("A",), FULL, EQUALITY).wrong
    assert step == FirstWrongStep(
        node="A",
        to_move="max",
        bounds=Bounds(),
        searched=(),
        v=None,
        child="B",
        visited=False,
        position=1,
    )


@pytest.mark.parametrize("shape, turns", [([[1, 2]], "max"), ([[1, 2]], "min")])
def test_one_child_is_never_cut(shape: list[object], turns: str) -> None:
    """Before a first child is known there is nothing to compare, in any window."""
    tree = tree_of(shape, (turns, "max"))
    for policy, window in product(POLICIES, ((-9, -8), (8, 9), FULL)):
        needed = walk(tree, exact_values(tree), (), window, policy).needed
        assert needed[:3] == tree.labels()[:3]


def test_bounds_name_the_node_at_which_they_were_set() -> None:
    """Ties set nothing; the empty name is the root's window."""
    bounds = Bounds(-1, 5)
    assert bounds.bounds_after_child("max", "A", -1) is bounds
    assert bounds.bounds_after_child("min", "A", 5) is bounds
    assert bounds.bounds_after_child("max", "A", 2) == Bounds(2, 5, "A", "")
    assert bounds.bounds_after_child("min", "B", 2) == Bounds(-1, 2, "", "B")
    assert bounds.bounds_after_child("min", "B", 2).window == (-1, 2)
    assert Bounds().window == (-inf, inf)


@given(st.sampled_from(["max", "min"]), st.integers(), st.integers())
def test_better_is_the_movers_choice(mover: str, v: int, value: int) -> None:
    """Anything is better than nothing."""
    tree, node = tree_of([1, 2], [mover]), Node("A", mover)
    assert better(tree, node, None, value) == value
    assert better(tree, node, v, value) == {"max": max, "min": min}[mover](v, value)


def test_a_tree_too_deep_for_recursion_is_walked() -> None:
    """A chain of 5,000 plies: no recursion in the judge, and all of it is needed."""
    nodes = [Node(f"n{depth}", "max", (depth + 1,)) for depth in range(5000)]
    tree = GameTree((*nodes, Node("leaf", "min", (), 1)))
    labels = tree.labels()
    judged = walk(tree, dict.fromkeys(labels, 1), labels, FULL, EQUALITY)
    assert judged.needed == labels
    assert judged.wrong is None
    assert steps_with_windows(tree, labels, FULL)[-1].window == FULL
