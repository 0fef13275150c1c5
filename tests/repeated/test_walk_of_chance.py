"""Walks through trees with chance and horizons, held against a Star1 that is made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product
from math import inf
from random import Random

import pytest

from autograder.kinds.search.visits import Rule, compare
from autograder.kinds.search.walk import EQUALITY, STRICT, Policy, Walk, walk
from autograder.trees import drawn
from autograder.trees.drawn import Form
from autograder.trees.small import PALETTES
from autograder.trees.tree import GameTree, Node
from autograder.trees.values import exact_values
from tests.fuzzing import random_of
from tests.plainsearch import Order, as_visited, left_to_right, right_to_left, shuffled
from tests.starsearch import FULL, Moment, Star1

FORMS = {
    "bounded": Form(("max", "chance", "min"), bounded=True, loose=True),
    "bounded, in turn": Form(("max", "chance", "min", "chance"), bounded=True),
    "without bounds": Form(("max", "chance", "min"), loose=True),
    "bounded to a depth": Form(("max", "chance", "min"), "depth", bounded=True),
    "bounded to a round": Form(("max", "chance", "min"), "rounds", bounded=True),
}
COUNT = 300
POLICIES = [
    replace(policy, narrows=narrows)
    for policy, narrows in product((EQUALITY, STRICT), (True, False))
]
ORDERS = (left_to_right, right_to_left, shuffled(7))


def trees_of(form: Form, shares: int = 8) -> Iterator[tuple[GameTree, Policy, Order]]:
    """Trees with probabilities in so many shares, so that all is exact in eighths."""
    random, number = random_of(2026), 0
    while number < COUNT:
        tree = drawn.random_tree(
            random, form, windowed=number % 3 > 1, palettes=PALETTES, most_leaves=12
        )
        tree = with_shares(random, tree, shares)
        yield tree, POLICIES[number % 4], ORDERS[number % 5 % 3]
        number += 1


def with_shares(random: Random, tree: GameTree, shares: int) -> GameTree:
    """The tree, each probability of which is so many parts of the whole."""
    nodes = [
        replace(node, probabilities=divided(random, len(node.children), shares))
        if node.probabilities
        else node
        for node in tree.nodes
    ]
    return replace(tree, nodes=tuple(nodes))


def divided(random: Random, count: int, shares: int) -> tuple[float, ...]:
    """So many probabilities, none of them 0."""
    whole = shares
    while whole < count:
        whole *= 2
    cuts = [0, *sorted(random.sample(range(1, whole), count - 1)), whole]
    return tuple([(b - a) / whole for a, b in pairwise(cuts)])


def made(tree: GameTree, policy: Policy, order: Order, **more: object) -> Star1:
    """A search that goes by a policy; at ties of chance it goes on now and then."""
    at_ties = [label for place, label in enumerate(tree.labels()) if place % 3]
    search = Star1(tree, order, policy.stops, policy.narrows, at_ties)
    return replace(search, **more).run(tree.window)  # type: ignore[arg-type]


def judged(tree: GameTree, visited: list[str], policy: Policy) -> Walk:
    """What is said of it."""
    return walk(tree, exact_values(tree), visited, tree.window, policy)


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_what_is_needed_is_what_a_search_visits(form: Form) -> None:
    """On 300 trees, with the policy that it goes by."""
    cut = 0
    for tree, policy, order in trees_of(form):
        search = made(tree, policy, order)
        found = judged(tree, search.visited, policy)
        assert found.wrong is None
        assert found.needed == tuple(search.visited)
        cut += len(search.visited) < len(tree.reachable())
    assert cut > COUNT / 10, "a positive control: in some something is cut"


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_without_a_window_every_node_within_the_horizon_is_needed(form: Form) -> None:
    """Expectiminimax cuts nothing."""
    for tree, policy, order in trees_of(form):
        search = made(tree, policy, order, prunes=False)
        found = walk(tree, exact_values(tree), search.visited, None, policy)
        assert found.wrong is None
        assert found.needed == tuple(search.visited)
        assert len(search.visited) == len(tree.reachable())


def parting(
    tree: GameTree, visited: list[str], policy: Policy
) -> tuple[Moment | None, Star1]:
    """The first decision of a right search that was decided otherwise.

    The right search takes children in the order of the one that is judged, and goes on
    at ties of chance where that did.
    """
    search = Star1(
        tree, as_visited(tree, visited), policy.stops, policy.narrows, visited
    ).run(tree.window)
    wrong = (m for m in search.moments if m.goes_on != (m.child in set(visited)))
    return next(wrong, None), search


def otherwise(random: Random, tree: GameTree, search: Star1) -> list[str]:
    """The visits of a search that decides otherwise once; depth first."""
    within = {tree.nodes[index].label for index in tree.reachable()}
    changed = random.choice(sorted(within - {tree.root.label}))
    visited: list[str] = []

    def go(index: int) -> None:
        visited.append(tree.nodes[index].label)
        if index in tree.horizon:
            return
        for child in search.order(tree.nodes[index].children):
            label = tree.nodes[child].label
            if (label in search.visited) != (label == changed):
                go(child)

    go(0)
    return visited


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_one_node_too_many_or_left_out_is_where_they_part(form: Form) -> None:
    """The node, the child, the window at that moment, and the visits before it."""
    random, wrong = random_of(1), 0
    for tree, policy, order in trees_of(form):
        visited = otherwise(random, tree, made(tree, policy, order))
        moment, right = parting(tree, visited, policy)
        found = judged(tree, visited, policy)
        assert (found.wrong is None) == (moment is None)
        assert found.needed == tuple(right.visited)
        if found.wrong is None or moment is None:
            continue
        step, wrong = found.wrong, wrong + 1
        assert (step.node, step.child) == (moment.node, moment.child)
        assert step.visited is not moment.goes_on
        assert step.bounds is not None
        assert_window(step.bounds.window, moment, step.to_move)
        assert set(visited[: step.position]) <= set(found.needed)
        if step.visited:
            assert visited[step.position] == step.child
    assert wrong > COUNT / 3


def assert_window(window: tuple[float, float], moment: Moment, mover: str) -> None:
    """The bound that a cut looks at, at chance nodes both."""
    alpha, beta = window
    if mover != "min" and not (moment.goes_on is False and mover == "max"):
        assert alpha == pytest.approx(float(moment.window[0]))
    if mover != "max" and not (moment.goes_on is False and mover == "min"):
        assert beta == pytest.approx(float(moment.window[1]))


def in_floats(tree: GameTree, policy: Policy, order: Order) -> Star1:
    """The same as a student counts it: rounded at each step."""
    return made(tree, policy, order, number=float)


@pytest.mark.parametrize("shares", [3, 5, 7, 10])
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_the_noise_of_floats_is_no_wrong_step(form: Form, shares: int) -> None:
    """In thirds, fifths, sevenths and tenths, summed in the order of the search."""
    for tree, policy, order in trees_of(form, shares):
        search = in_floats(tree, policy, order)
        found = judged(tree, search.visited, policy)
        assert found.wrong is None, (tree, policy)
        assert set(found.needed) == set(search.visited)


@pytest.mark.parametrize("by_v", [True, False])
@pytest.mark.parametrize("stops", [True, False])
def test_a_tie_that_hangs_on_the_order_of_summation(
    stops: bool,  # noqa: FBT001
    by_v: bool,  # noqa: FBT001
) -> None:
    """0.6 · 7 + 0.2 · 7 + 0.2 · 2 is 6, or 6.000000000000001 in another order.

    Whether that ties with the window or lies beyond it, nobody can tell: go on or not.
    """
    tree = mean_tree((0.6, 0.2, 0.2), (7, 7, 2))
    policy = Policy(frozenset(("max", "min") if stops else ()), by_v)
    for visited in (["A", "B", "D", "E", "F"], ["A", "B", "D", "E", "F", "C"]):
        assert judged(tree, visited, policy).wrong is None


def test_a_tie_that_is_exact_hangs_on_nothing() -> None:
    """1/2 · 7 + 1/4 · 7 + 1/4 · 3 is 6 in any order: who cuts strictly goes on."""
    tree = mean_tree((0.5, 0.25, 0.25), (7, 7, 3))
    cut, whole = ["A", "B", "D", "E", "F"], ["A", "B", "D", "E", "F", "C"]
    for policy, right, wrong in ((EQUALITY, cut, whole), (STRICT, whole, cut)):
        assert judged(tree, right, policy).wrong is None
        step = judged(tree, wrong, policy).wrong
        assert step is not None
        assert (step.node, step.child, step.visited) == ("A", "C", "C" in wrong)


def mean_tree(chances: tuple[float, ...], worth: tuple[int, ...]) -> GameTree:
    """MAX has a mean of three, and a leaf; more than 6 is of no use."""
    leaves = [Node(label, "min", (), n) for label, n in zip("DEF", worth, strict=True)]
    return GameTree(
        (
            Node("A", "max", (1, 2)),
            Node("B", "chance", (3, 4, 5), probabilities=chances),
            Node("C", "min", (), 1),
            *leaves,
        ),
        window=(-inf, 6),
    )


def test_a_bound_that_ties_is_not_held_against_a_search() -> None:
    """B is left at a tie, and returns 1, the bound, though it is worth 5.

    In a window up to 1 a strict search goes on to C then: it knows of no more than 1.
    """
    leaves = [Node(label, "min", (), n) for label, n in (("D", 1), ("E", 9), ("F", 2))]
    tree = GameTree(
        (
            Node("A", "max", (1, 2)),
            Node("B", "chance", (3, 4), probabilities=(0.5, 0.5)),
            Node("C", "min", (5,)),
            *leaves,
        ),
        window=(-inf, 1),
        bounds=(1, 9),
    )
    assert judged(tree, ["A", "B", "D", "C", "F"], STRICT).wrong is None
    assert judged(tree, ["A", "B", "D"], EQUALITY).wrong is None
    step = judged(tree, ["A", "B", "D", "C", "F"], EQUALITY).wrong
    assert step is not None
    assert (step.node, step.child) == ("A", "C")


@pytest.mark.parametrize("accepted", [(True,), (False,), (True, False)])
def test_windows_below_chance_are_judged_as_they_are_accepted(
    accepted: tuple[bool, ...],
) -> None:
    """Narrowed, full, or either: who does otherwise is told so where it matters."""
    differ = 0
    for tree, *_ in trees_of(FORMS["bounded, in turn"]):
        made_so = {
            narrows: tuple(Star1(tree, narrows=narrows).run(tree.window).visited)
            for narrows in (True, False)
        }
        right = tuple(made_so[narrows] for narrows in accepted)
        rule = Rule(tree, exact_values(tree), tree.window, right)
        for visited in made_so.values():
            assert compare(visited, rule).right is (visited in right)
            differ += visited not in right
    assert bool(differ) is (len(accepted) == 1)


# The horizon


LIMITED = ("bounded to a depth", "bounded to a round")


@pytest.mark.parametrize("form", LIMITED)
@pytest.mark.parametrize("window", [None, FULL], ids=["all", "window"])
def test_one_ply_too_deep_is_told_at_the_horizon(
    form: str, window: tuple[float, float] | None
) -> None:
    """The node at which it should have stopped, and the first child that it went to."""
    met = 0
    for tree, *_ in trees_of(FORMS[form]):
        tree = replace(tree, bounds=None)  # noqa: PLW2901 - so that little is cut
        search = Star1(tree, prunes=window is not None).run()
        for index in sorted(tree.horizon):
            node = tree.nodes[index]
            if node.label not in search.visited or not node.children:
                continue
            below = [tree.nodes[child].label for child in node.children]
            at = search.visited.index(node.label) + 1
            visited = [*search.visited[:at], *below, *search.visited[at:]]
            step = walk(tree, exact_values(tree), visited, window, EQUALITY).wrong
            assert step is not None
            told = (step.node, step.child, step.visited, step.position, step.horizon)
            assert told == (node.label, below[0], True, at, True)
            met += 1
    assert met > COUNT / 3


@pytest.mark.parametrize("form", LIMITED)
@pytest.mark.parametrize("window", [None, FULL], ids=["all", "window"])
def test_one_ply_too_shallow_is_told_above_the_horizon(
    form: str, window: tuple[float, float] | None
) -> None:
    """Whose first child it left out: nothing was known there."""
    met = 0
    for tree, *_ in trees_of(FORMS[form]):
        search = Star1(tree, prunes=window is not None).run()
        for node in tree.nodes:
            if not {*node.children} & tree.horizon:
                continue
            labels = {tree.nodes[child].label for child in node.children}
            if not labels & {*search.visited}:
                continue
            below = {label for child in node.children for label in under(tree, child)}
            visited = [label for label in search.visited if label not in below]
            step = walk(tree, exact_values(tree), visited, window, EQUALITY).wrong
            assert step is not None
            first = tree.nodes[node.children[0]].label
            at = visited.index(node.label) + 1
            told = (step.node, step.child, step.visited, step.position, step.horizon)
            assert told == (node.label, first, False, at, False)
            assert step.searched == ()
            met += 1
    assert met > COUNT / 3


def under(tree: GameTree, index: int) -> Iterator[str]:
    """All labels at and below a node."""
    yield tree.nodes[index].label
    for child in tree.nodes[index].children:
        yield from under(tree, child)
