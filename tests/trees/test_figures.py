"""The figures of the lectures: what each tree file says is what independent sums find.

Values are those of the definitions, and what is left out is what a plain search leaves
out that counts in fractions; neither knows any code of the grader.
"""

from __future__ import annotations

from functools import cache
from math import inf, isclose
from typing import Any

import pytest

from autograder.game import Value
from autograder.trees import file as treefile
from autograder.trees.tree import GameTree
from tests import plainyaml
from tests.cases import for_each
from tests.definition import by_definition
from tests.plainsearch import AlphaBeta, exact_values
from tests.small import ROOT
from tests.starsearch import Star1

TREES = ROOT / "test_trees"
EVERY = sorted(
    path.relative_to(TREES).as_posix()
    for path in TREES.rglob("*.yaml")
    if path.name != "assignment.yaml" and "answers" not in path.parts
)
COINS = ("lectures/greenwald_coins", "lectures/greenwald_coins_window")
OTHERWISE = (  # by searches that may choose another action
    "quiescence/singular/",
    "variants/mean/",
    "variants/secondary/",
)
NIM = "lectures/toronto_ii_nim"
STAR1 = ("chance/star1/cs188_with_bounds", "chance/star1/cs188_without_bounds")
PLANS = tuple(
    f"depth_limited/lectures/replanning_{which}" for which in ("first", "second")
)


@cache
def content_of(name: str) -> dict[str, Any]:
    """What stands in a file, read without the grader's own reader."""
    text = TREES.joinpath(f"{name}.yaml").read_text(encoding="utf-8")
    found: dict[str, Any] = plainyaml.content_of(text)
    return found


def tree_of(name: str) -> GameTree:
    """The tree of a file."""
    return treefile.load(TREES / f"{name}.yaml")


def left_out(tree: GameTree, window: tuple[float, float]) -> list[str]:
    """The nodes within the horizon to which a plain search does not come."""
    visited = Star1(tree).run(window).visited
    labels = tree.labels()
    return [labels[i] for i in tree.reachable() if labels[i] not in visited]


def same(said: object, value: Value) -> bool:
    """Whether a file says this value; payoffs stand there side by side."""
    values = value if isinstance(value, tuple) else (value,)
    numbers = [float(part) for part in str(said).split()]
    return len(numbers) == len(values) and all(map(isclose, numbers, values))


@for_each("name", [name.removesuffix(".yaml") for name in EVERY])
def test_each_tree_says_what_it_is_worth(name: str) -> None:
    """But for some of playouts; and an action that stands there is among the best."""
    expect, tree = content_of(name)["expect"], tree_of(name)
    values = by_definition(tree)
    if "value" in expect or not tree.iterations:
        assert same(expect["value"], values[tree.root.label])
    if "action" in expect and not name.startswith(OTHERWISE):
        assert str(expect["action"]) in best(tree, values)


def best(tree: GameTree, values: dict[str, Value]) -> list[str]:
    """The actions of the root that are worth most to who moves there."""
    mover = tree.root.to_move
    worth: dict[str, float] = {}
    names = tree.root.moves or [tree.nodes[i].label for i in tree.root.children]
    for name, child in zip(names, tree.root.children, strict=True):
        value = values[tree.nodes[child].label]
        if isinstance(value, tuple):
            value = value[tree.players.index(mover)]
        worth[name] = -value if mover == "min" else value
    return [name for name in worth if isclose(worth[name], max(worth.values()))]


def pruned() -> list[str]:
    """The trees that say what is left out."""
    names = [name.removesuffix(".yaml") for name in EVERY]
    return [name for name in names if "pruned" in content_of(name)["expect"]]


@for_each("name", pruned)
def test_what_a_tree_says_is_left_out_is_left_out(name: str) -> None:
    """By a plain search with cuts on equality, in the tree's window."""
    content = content_of(name)
    low, high = content.get("window", (-inf, inf))
    assert sorted(content["expect"]["pruned"]) == sorted(
        left_out(tree_of(name), (low, high))
    )


@pytest.mark.parametrize(
    "name, visited, left",
    [
        (COINS[0], 17, 5),
        (COINS[1], 6, 16),
        (NIM, 8, 7),
        ("depth_limited/lectures/tic_tac_toe_best_first", 8, 8),
        ("lectures/cs188_alpha_beta", 11, 2),
        (STAR1[0], 12, 1),
        (STAR1[1], 13, 0),
    ],
)
def test_the_figures_count_as_the_lectures_do(
    name: str, visited: int, left: int
) -> None:
    """Nodes that are visited, and nodes that are left out (Brown, Toronto, CS 188)."""
    content, tree = content_of(name), tree_of(name)
    assert len(content["expect"]["pruned"]) == left
    assert len(tree.reachable()) == visited + left


@pytest.mark.parametrize("pair, key", [(COINS, "window"), (STAR1, "bounds")])
def test_a_pair_differs_in_one_key(pair: tuple[str, str], key: str) -> None:
    """Beside what is said of the trees; both are worth the same."""
    first, second = map(content_of, pair)
    said = {"title", "source", "expect"}
    differ = {k for k in {*first, *second} if first.get(k) != second.get(k)} - said
    assert differ == {key}
    assert first["expect"]["value"] == second["expect"]["value"]


@pytest.mark.parametrize(
    "name, moves, plies, leaves",
    [("best_7", 2, 4, 7), ("best_11", 3, 3, 11), ("best_17", 3, 4, 17)],
)
def test_the_best_order_looks_at_the_fewest_leaves(
    name: str, moves: int, plies: int, leaves: int
) -> None:
    """At each node the best successor is the first; with strict cuts no leaf more."""
    tree = tree_of(f"orders/{name}")
    values = exact_values(tree)
    is_leaf = {node.label for node in tree.nodes if node.utility is not None}
    assert len(is_leaf) == moves**plies
    for node in tree.nodes:
        below = [values[tree.nodes[child].label] for child in node.children]
        assert sorted(below, reverse=node.to_move == "max") == below, node.label
    for stops in (frozenset(("max", "min")), frozenset[str]()):
        visited = AlphaBeta(tree, stops=stops).run().visited
        assert len(is_leaf & {*visited}) == leaves
    assert moves ** -(-plies // 2) + moves ** (plies // 2) - 1 == leaves


def test_the_worst_order_is_the_best_in_a_mirror() -> None:
    """And leaves nothing out."""
    best, worst = (content_of(f"orders/{name}") for name in ("best_7", "worst_16"))
    assert mirrored(best["tree"]) == worst["tree"]
    assert worst["expect"]["pruned"] == []
    assert best["expect"]["value"] == worst["expect"]["value"]


def mirrored(tree: Any) -> Any:
    """The tree from right to left."""
    return [*map(mirrored, reversed(tree))] if isinstance(tree, list) else tree


def test_waiting_is_as_good_as_eating_two_steps_ahead() -> None:
    """And worse where the search goes to the end."""
    name = "depth_limited/lectures/pacman_starves"
    tree = tree_of(name)
    values = by_definition(tree)
    assert values["B"] == values["C"] == content_of(name)["expect"]["value"]
    waits, eats = content_of(name)["tree"]["A"].values()
    assert largest(waits) < largest(eats)


def largest(tree: Any) -> float:
    """What a player alone comes to at the end."""
    if not isinstance(tree, dict):
        return float(tree)
    return max(map(largest, tree.values()))


def test_the_second_search_changes_the_plan() -> None:
    """It begins at the third node of the first plan, and takes another step there."""
    first, second = map(content_of, PLANS)
    assert first["tree"]["A"]["B"]["D"] == second["tree"]["D"]
    assert second["evaluate"].items() <= first["evaluate"].items()
    values = by_definition(tree_of(PLANS[0]))
    plan = ["A"]
    for chosen in (max, min, max):
        tree = tree_of(PLANS[0])
        (node,) = (each for each in tree.nodes if each.label == plan[-1])
        below = [tree.nodes[child].label for child in node.children]
        plan.append(chosen(below, key=lambda label: values[label]))
    assert plan == ["A", "B", "D", "H"]
    assert second["expect"]["action"] != plan[-1]


def test_the_endgame_has_one_move_that_draws() -> None:
    """X wins after each of the three others."""
    tree = tree_of("lectures/tic_tac_toe_endgame")
    values = exact_values(tree)
    below = {tree.nodes[child].label for child in tree.root.children}
    assert sorted(values[label] for label in below) == [0, 1, 1, 1]
