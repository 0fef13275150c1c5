"""The products of conventions: which there are, their names, and what they do.

Each is held against plain alpha-beta with the cut of its name at MAX and at MIN, and
with a root that is written here anew.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from math import inf, nextafter
from pathlib import Path
from random import Random

import pytest

from autograder.answers.board import ModuleError, game_root_and_visits
from autograder.assignment.questions import Question
from autograder.assignment.signature import Product, Signature, textbook
from autograder.game import MAX, MIN
from autograder.kinds.search import trusted
from autograder.kinds.search.trusted import (
    answer,
    convention_path,
    products_of,
    program_of,
    reference_of,
    trusted_module,
)
from autograder.trees import file as treefile
from autograder.trees.small import random_tree
from autograder.trees.tree import GameTree
from tests import mistaken
from tests.plainsearch import BOTH, FULL, AlphaBeta, exact_values
from tests.small import ROOT
from tests.unitgrading import unit_as_read

REFERENCE = ROOT / "reference"
TREES = 40
STOPS = {"equality": BOTH, "fail_hard": BOTH, "strict": frozenset[str]()}
CUTS = tuple(STOPS)
ROOTS = ("", "root_separate", "root_strict", "root_value_first")

Searched = tuple[str, list[str]]  # the action, and the labels visited for it
Root = Callable[[AlphaBeta], Searched]


@cache
def question() -> Question:
    """Alpha-beta of the default assignment, which accepts every convention."""
    return mistaken.question("alpha_beta")


def known() -> tuple[Product, ...]:
    """Its products."""
    return question().signature.products


each_product = pytest.mark.parametrize("product", known(), ids=lambda p: p.name)


@cache
def trees() -> tuple[GameTree, ...]:
    """Trees at random, every other one with a window."""
    chance = Random(7)  # noqa: S311 - the same each time
    return tuple(random_tree(chance, windowed=i % 2 == 1) for i in range(TREES))


def cutting(tree: GameTree, product: Product) -> AlphaBeta:
    """Plain alpha-beta with the cuts of a product."""
    stops = (STOPS[product.at_max] & {MAX}) | (STOPS[product.at_min] & {MIN})
    hard = product.at_max == product.at_min == "fail_hard"
    return AlphaBeta(tree, stops=stops, hard=hard)


def better(mover: str, found: float, best: float) -> bool:
    """Whether the player to move wants this more than the best so far."""
    return found > best if mover == "max" else found < best


def one_window(search: AlphaBeta) -> Searched:
    """The bound moves from action to action."""
    return by_bounds(search, lambda best, _: best)


def root_strict(search: AlphaBeta) -> Searched:
    """It stays a hair behind, so that ties are exact."""
    return by_bounds(search, nextafter)


def root_separate(search: AlphaBeta) -> Searched:
    """There is none."""
    return by_bounds(search, lambda _, worst: worst)


def by_bounds(search: AlphaBeta, bound: Callable[[float, float], float]) -> Searched:
    """The first best action; a child is searched with a bound made of the best."""
    tree, root = search.tree, search.tree.root
    worst = -inf if root.to_move == "max" else inf
    best, action = worst, ""
    search.visited.append(root.label)
    for child in root.children:
        own = bound(best, worst)
        window = (own, inf) if root.to_move == "max" else (-inf, own)
        found = search.value(child, *window)
        if better(root.to_move, found, best):
            best, action = found, tree.nodes[child].label
    return action, search.visited


def root_value_first(search: AlphaBeta) -> Searched:
    """The value first, then the first child that has it, each with the full window."""
    value = search.value(0, *FULL)
    for child in search.tree.root.children:
        if search.value(child, *FULL) == value:
            return search.tree.nodes[child].label, list(dict.fromkeys(search.visited))
    raise AssertionError("no child is worth what the root is worth")


SEARCHES: dict[str, Root] = {
    "": one_window,
    "root_separate": root_separate,
    "root_strict": root_strict,
    "root_value_first": root_value_first,
}


# Which there are


def test_each_cut_goes_with_each_root() -> None:
    """But for the conventions themselves: equality's roots, cuts with one window."""
    of_both = {(p.at_max, p.root) for p in known() if p.at_max == p.at_min}
    assert of_both == {
        (cut, root) for cut in ("strict", "fail_hard") for root in ROOTS if root
    }


def test_one_cut_may_serve_max_and_another_min() -> None:
    """Equality and strict, either at one side, with each root."""
    mixed = {(p.at_max, p.at_min, p.root) for p in known() if p.at_max != p.at_min}
    assert mixed == {
        (*sides, root)
        for sides in (("equality", "strict"), ("strict", "equality"))
        for root in ROOTS
    }


@pytest.mark.parametrize("unit", ["depth_limited", "connect_four"])
def test_so_it_is_where_the_depth_is_limited(unit: str) -> None:
    """Under the names of the modules there."""
    assignment = unit_as_read(unit)
    (asked,) = [q for q in assignment.questions() if q.name.endswith("alpha_beta")]
    mixed = {p.name for p in asked.signature.products if p.at_max != p.at_min}
    ways = {
        "equality at MAX, depth_strict at MIN",
        "depth_strict at MAX, equality at MIN",
    }
    assert mixed == ways | {f"{way}, depth_root_separate" for way in ways}


def test_a_fail_hard_cut_does_not_go_with_a_strict_one() -> None:
    """A value that stops at the bound is never beyond it.

    At A MAX is sure of 3. C is cut by D, worth 2, in either search. Where MAX's part is
    fail-hard, D tells 3, which for a strict MIN is no reason: H is visited.
    """
    assert not [p for p in known() if p.at_max != p.at_min and "fail_hard" in p.parts]
    tree = treefile.parse("tree: {A: {B: 3, C: {D: 2, H: 9}}}")
    seen = {}
    for at_max, at_min in (
        ("fail_hard",) * 2,
        ("strict",) * 2,
        ("fail_hard", "strict"),
    ):
        made = Product(at_max, at_min)
        signature = replace(question().signature, products=(made,))
        asked = replace(question(), recorded=signature)
        module = trusted_module(asked, made.name)
        seen[at_max, at_min] = set(answer(tree, asked, module).visited_labels())
    assert seen["fail_hard", "fail_hard"] == seen["strict", "strict"] == set("ABCD")
    assert seen["fail_hard", "strict"] == set("ABCDH")


def test_names_tell_the_cuts_and_the_root() -> None:
    """One cut for both players is named once, the reference's own root not at all."""
    assert Product("strict", "strict", "root_separate").name == "strict, root_separate"
    assert Product("equality", "strict").name == "equality at MAX, strict at MIN"
    assert Product("strict", "equality", "root_strict").name == (
        "strict at MAX, equality at MIN, root_strict"
    )
    assert Product("a", "a", "b").parts == {"a", "b"}
    names = [product.name for product in known()]
    assert len(set(names)) == len(names) == 14


def test_products_are_accepted_whose_parts_are() -> None:
    """In the order of the conventions, and behind them."""
    signature = question().signature
    assert question().accept[:6] == (*("equality", "strict", "fail_hard"), *ROOTS[1:])
    assert len(question().accept) == 6 + 14
    assert signature.conventions_and_products(("strict", "root_strict")) == (
        "strict",
        "root_strict",
        "strict, root_strict",
    )
    assert signature.conventions_and_products(("strict",)) == ("strict",)


def test_where_there_is_one_function_cuts_do_not_mix() -> None:
    """Nor where the question has no conventions."""
    assert products_of(mistaken.question("minimax")) == ()
    trees = unit_as_read("shapes")
    for asked in trees.questions():
        assert all(each.at_max == each.at_min for each in products_of(asked))


def test_with_a_dispatcher_cuts_go_with_windows_for_each_action() -> None:
    """Those that are not the reference's own: its product is the root itself."""
    trees = unit_as_read("shapes")
    (asked,) = (q for q in trees.questions() if q.name == "dispatcher_alpha_beta")
    assert [each.name for each in asked.signature.products] == [
        "strict, dispatcher_root_separate",
        "fail_hard, dispatcher_root_separate",
    ]


# What they do


@each_product
def test_a_product_finds_the_value_and_visits_what_its_cuts_leave(
    product: Product,
) -> None:
    """Those of plain alpha-beta with one cut at MAX, the other at MIN."""
    module = trusted_module(question(), product.name)
    for tree in trees():
        found = answer(tree, question(), module)
        plain = cutting(tree, product).run(tree.window)
        low, high = tree.window
        exact = exact_values(tree)[tree.root.label]
        assert max(low, min(found.value, high)) == max(low, min(exact, high))
        assert found.visited_labels() == tuple(plain.visited)


@each_product
def test_a_product_chooses_as_its_root_does(product: Product) -> None:
    """The action is one of the best, and the visits are those of such a root."""
    module = trusted_module(question(), product.name)
    for tree in trees():
        found = answer(tree, question(), module)
        action, visited = SEARCHES[product.root](cutting(tree, product))
        worth = exact_values(tree)
        assert worth[action] == worth[tree.root.label]
        assert (found.action, found.labels_visited_by_search()) == (
            action,
            tuple(visited),
        )


@pytest.mark.parametrize("root", ROOTS[1:])
def test_the_conventions_of_the_root_do_likewise(root: str) -> None:
    """A positive control: what is written here is what the modules do."""
    module, plain = (
        trusted_module(question(), root),
        Product("equality", "equality", root),
    )
    for tree in trees():
        found = answer(tree, question(), module)
        action, visited = SEARCHES[root](cutting(tree, plain))
        assert (found.action, found.labels_visited_by_search()) == (
            action,
            tuple(visited),
        )


def test_a_product_is_a_whole_program() -> None:
    """With a helper of one part, `clamp`, and a root that strict cuts do not have."""
    made = program_of(question(), "fail_hard, root_strict")
    assert made.is_complete()
    assert "clamp" in made.functions
    assert "nextafter" in made.text()
    mixed = program_of(question(), "equality at MAX, strict at MIN")
    assert "v >= beta" in mixed.text()
    assert "v < alpha" in mixed.text()
    game, root, _ = game_root_and_visits(treefile.parse("tree: [[3, 12], [2, 4]]"))
    assert mixed.module("m").alpha_beta_search(game, root) == "B"


def test_where_a_convention_stands() -> None:
    """A product where its cut at MAX does: that module is blamed."""
    asked, folder = question(), REFERENCE / "conventions"
    assert reference_of(asked) == REFERENCE / "alpha_beta.py"
    assert convention_path(asked, "equality") == reference_of(asked)
    assert convention_path(asked, "root_strict") == folder / "root_strict.py"
    assert (
        convention_path(asked, "strict at MAX, equality at MIN") == folder / "strict.py"
    )
    assert convention_path(asked, "equality at MAX, strict at MIN") == reference_of(
        asked
    )


# Conventions of one's own

OWN = """
CONVENTION = "mine"

def mine_search(game, state):
    return choose(game, state)

def choose(game, state):
    return None

def max_value(game, state):
    return 1

def min_value(game, state):
    return 2
"""
SIDES = ("max_value", "min_value")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Question]:
    """A question whose reference is `OWN`, with these conventions beside it."""

    def write(**conventions: str) -> Question:
        (tmp_path / "conventions").mkdir()
        (tmp_path / "mine.py").write_text(OWN, "utf-8")
        for name, text in conventions.items():
            (tmp_path / "conventions" / f"{name}.py").write_text(text, "utf-8")
        monkeypatch.setattr(trusted, "REFERENCE", tmp_path)
        monkeypatch.setattr("autograder.answers.board.PROJECT", tmp_path)
        asked = Question("mine", "mine", "mine_search", None, ("mine", *conventions))
        signature: Signature = replace(textbook(), convention="mine")
        return replace(asked, recorded=signature)

    return write


def test_a_root_is_told_by_what_it_changes(own: Callable[..., Question]) -> None:
    """A convention is a root that finds values as the reference does, else a cut."""
    asked = own(
        other=OWN.replace("return 1", "return 3"),
        root=OWN.replace("return None", "return 5"),
    )
    assert products_of(asked) == (
        Product("other", "other", "root"),
        Product("mine", "other"),
        Product("mine", "other", "root"),
        Product("other", "mine"),
        Product("other", "mine", "root"),
    )


def test_what_changes_one_function_twice_is_no_product(
    own: Callable[..., Question],
) -> None:
    """Two parts that differ in a helper of both cannot go together."""
    helped = "def help(): return {}\n" + OWN.replace(
        "return 1", "return help()"
    ).replace("return 2", "return help()")
    asked = own(one=helped.format(1), other=helped.format(2))
    mixed = {(p.at_max, p.at_min) for p in products_of(asked)}
    assert ("one", "other") not in mixed
    assert ("one", "mine") in mixed


def test_a_convention_that_cannot_be_read(own: Callable[..., Question]) -> None:
    """Its file is told, and the line."""
    with pytest.raises(ModuleError, match=r"^conventions/odd\.py:2: "):
        products_of(own(odd="def f():\nif"))
