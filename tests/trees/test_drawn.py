"""Random trees of every form, against the definitions and against their files."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.trees import drawn, explicit, small
from autograder.trees import file as treefile
from autograder.trees.drawn import Form, forms_of
from autograder.trees.tree import FULL, PLAYERS, GameTree
from autograder.trees.values import equal, exact_values
from tests.cases import for_each
from tests.definition import by_definition
from tests.fuzzing import random_of

SORTS = {
    "chance": Form(("max", "chance")),
    "chance and both": Form(("max", "chance", "min", "chance")),
    "any order": Form(("max", "chance", "min"), loose=True),
    "bounded": Form(("max", "chance", "min"), bounded=True, loose=True),
    "depth": Form(limit="depth"),
    "rounds": Form(("max", "min", "min"), limit="rounds"),
    "noise": Form(("max", "min"), limit="depth", noisy=True),
    "noise with chance": Form(("max", "chance", "min"), limit="rounds", noisy=True),
    "margin": Form(("max", "min"), limit="depth", margin=True),
    "depth with chance": Form(("max", "chance"), limit="depth", bounded=True),
    "rounds with chance": Form(("max", "chance", "min"), limit="rounds", loose=True),
    "three players": Form(("A", "B", "C")),
    "one player": Form(("A",)),
    "two players and chance": Form(("A", "chance", "B"), loose=True),
    "players to a depth": Form(("A", "B", "chance"), limit="depth"),
    "within a window": Form(within=(-1, 1)),
    "depth within a window": Form(("max", "min"), limit="depth", within=(-2, 1)),
}
forms = st.sampled_from(list(SORTS.values()))
seeds = st.integers(0, 2**64 - 1)


def trees_of(form: Form, count: int) -> list[GameTree]:
    """So many trees of a form, half of them with a window asked for."""
    random = random_of(2026)
    return [drawn.random_tree(random, form, windowed=i % 2 > 0) for i in range(count)]


@pytest.mark.parametrize("form", ["within a window", "depth within a window"])
def test_a_form_may_keep_to_a_window(form: str) -> None:
    """Nothing lies in its outer quarters, their ends are met; it is the tree's window.

    At an end of the window itself who stops there is as right as who goes on.
    """
    drawn_trees = trees_of(SORTS[form], 100)
    window = SORTS[form].within
    assert {tree.window for tree in drawn_trees} == {window}
    nodes = [node for tree in drawn_trees for node in tree.nodes]
    numbers = {payoff for node in nodes for payoff in node.payoffs()}
    numbers |= {n.estimate for n in nodes if isinstance(n.estimate, (int, float))}
    assert window is not None
    least, most = window
    quarter = (most - least) / 4
    assert (min(numbers), max(numbers)) == (least + quarter, most - quarter)
    within = {each.within for each in drawn.forms_of(drawn_trees)}
    assert within == {window}


@for_each("form", SORTS.values())
def test_values_are_those_of_the_definition(form: Form) -> None:
    """On 100 trees of each sort: the root's, and those of all nodes."""
    for tree in trees_of(form, 100):
        found = exact_values(tree)
        expected = by_definition(tree)
        assert set(expected) == set(found)
        assert all(equal(found[label], expected[label]) for label in expected)


@given(seeds, forms, st.booleans())
def test_a_drawn_tree_is_one_of_a_file(
    seed: int,
    form: Form,
    windowed: bool,  # noqa: FBT001
) -> None:
    """It reads back as it was, probabilities to the last bit."""
    tree = drawn.random_tree(random_of(seed), form, windowed=windowed)
    back = treefile.parse(explicit.dump(tree))
    assert back == tree
    assert back.fingerprint() == tree.fingerprint()


@pytest.mark.parametrize("windowed", [False, True])
def test_the_plain_form_is_drawn_as_ever(windowed: bool) -> None:  # noqa: FBT001
    """The same random numbers lead to the same trees: checked-in answers hang on it."""
    one, other = random_of(1), random_of(1)
    for _ in range(50):
        expected = small.random_tree(one, windowed=windowed)
        assert drawn.random_tree(other, windowed=windowed) == expected


@for_each("form", SORTS.values())
def test_a_form_holds(form: Form) -> None:
    """Who plays, what limits, and bounds that no utility breaks."""
    for tree in trees_of(form, 50):
        assert {node.to_move for node in tree.nodes} <= set(form.players)
        assert bool(tree.limit) == bool(form.limit)
        assert (tree.bounds is not None) == form.bounded
        for node in tree.nodes:
            assert (node.estimate is not None) == bool(form.limit and node.children)
            if tree.bounds and node.utility is not None:
                assert not isinstance(node.utility, tuple)
                assert tree.bounds[0] <= node.utility <= tree.bounds[1]


@for_each("form", SORTS.values())
def test_ends_of_a_window_can_be_met(form: Form) -> None:
    """They are numbers of the tree, 1 or -1; where the form has a window, its own."""
    for tree in trees_of(form, 50):
        payoffs = {payoff for node in tree.nodes for payoff in node.payoffs()}
        estimates = {node.estimate for node in tree.nodes}
        ends = {*tree.window} - {*FULL, *(form.within or ())}
        assert ends <= {*payoffs, *estimates, -1, 1}


@pytest.mark.parametrize("name", ["depth", "rounds", "depth with chance"])
def test_most_limits_are_reached(name: str) -> None:
    """There are nodes beyond the horizon, or the search would not be limited."""
    reached = [tree.horizon for tree in trees_of(SORTS[name], 100)]
    assert sum(map(bool, reached)) >= 95


def test_a_round_is_that_of_the_first_player() -> None:
    """Who ends a round the functions of a search say, and they say MAX."""
    assert {tree.root.to_move for tree in trees_of(SORTS["rounds"], 50)} == {"max"}
    assert {tree.root.to_move for tree in trees_of(SORTS["depth"], 50)} == {*PLAYERS}


def test_chances_are_mostly_unequal_and_mostly_exact() -> None:
    """A plain mean shows, and means of whole numbers have few digits."""
    rows = [
        node.probabilities
        for tree in trees_of(SORTS["chance"], 100)
        for node in tree.nodes
        if len(node.probabilities) > 1
    ]
    assert all(sum(row) == pytest.approx(1, abs=1e-12) for row in rows)
    assert sum(len(set(row)) > 1 for row in rows) > len(rows) / 2
    eighths = [row for row in rows if all((8 * p).is_integer() for p in row)]
    assert len(eighths) > len(rows) / 3


def test_the_form_of_a_tree() -> None:
    """Who moves, as the shortest cycle; the limit's kind; whether there are bounds."""
    text = "tree: [[[1, 2], 3], 4]\nplayers: [max, chance]\nbounds: [0, 9]"
    form = Form(("max", "chance"), "", bounded=True)
    assert forms_of([treefile.parse(text)]) == (form,)
    text = "tree: [[[1, 2], 3], 4]\nrounds: 1\nevaluate: {D: 0}"
    assert forms_of([treefile.parse(text)]) == (Form(PLAYERS, "rounds"),)
    text = "tree: [1 2, 3 4]\nplayers: [A, B]"
    assert forms_of([treefile.parse(text)]) == (Form(("A", "B")),)


def test_a_form_with_players_is_drawn_from_any_of_them_on() -> None:
    """Payoffs stand in the order of the first moves."""
    random = Random(3)  # noqa: S311 - to be repeated
    found = {
        drawn.random_tree(random, SORTS["three players"]).players for _ in "x" * 50
    }
    assert found == {("A", "B", "C"), ("B", "C", "A"), ("C", "A", "B")}
