"""The unit `players`: max_n, fixture submissions, and a recursion.

What the reference finds on random trees is held against a recursion that is written
here, from the definition, and shares nothing with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from autograder.answers import file as answers
from autograder.answers.board import Board
from autograder.project import load_module
from autograder.sandbox.sandbox import Sandbox
from autograder.trees import file as treefile
from autograder.trees.drawn import Form, random_tree
from autograder.trees.tree import GameTree
from tests.unitgrading import (
    FOLDER,
    REFERENCE,
    TEMPLATE,
    TREES,
    Fact,
    graded,
    total,
    unit,
)

UNIT = "players"
DRAWN = 300


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all submissions."""
    with Sandbox() as shared:
        yield shared


# The unit


def test_a_hundred_points() -> None:
    """For one question."""
    asked = unit(UNIT)
    assert [question.name for question in asked.questions()] == ["max_n"]
    assert asked.max_points() == pytest.approx(100)


def test_the_reference_earns_all_and_the_template_nothing(tmp_path: Path) -> None:
    """By the command line."""
    assert total(UNIT, REFERENCE, tmp_path / "all.json") == pytest.approx(100)
    assert total(UNIT, TEMPLATE, tmp_path / "none.json") == 0


def test_the_book_says_so() -> None:
    """AIMA's C takes 6, 2, 2 and 5; B 2 and 5; A the first of two that give him 1."""
    tree = treefile.load(TREES / UNIT / "aima_three_players.yaml")
    path = TREES / UNIT / "answers" / "aima_three_players.json"
    values = answers.parse(path.read_text("utf-8"), tree).values
    assert [values[f"c{n}"] for n in (1, 2, 3, 4)] == [
        *((1, 2, 6), (6, 1, 2)),
        *((1, 5, 2), (5, 4, 5)),
    ]
    assert (values["b1"], values["b2"]) == ((1, 2, 6), (1, 5, 2))
    assert values["a"] == (1, 2, 6)


# Submissions


@pytest.mark.parametrize("name", ["correct_by_name", "correct_list", "correct_pairs"])
def test_other_shapes_keep_full_marks(name: str, sandbox: Sandbox) -> None:
    """A tuple that is a list, or was put together from names, is as right."""
    found = graded(UNIT, FOLDER / UNIT / name, sandbox)["max_n"]
    assert found.points == pytest.approx(found.most)


@pytest.mark.parametrize(
    "name, fact",
    [
        ("best_of_each", ("max_n", "(9, 9)", "(8, 4)")),
        ("first_players_payoff", ("max_n", "(9, 2)", "(8, 4)")),
        ("last_of_equals", ("max_n", "(8, 4)", "(8, 4)")),
        ("number_goes_up", ("max_n", "TypeError")),
        ("sum_of_payoffs", ("max_n", "(7, 7)", "(8, 4)")),
        ("tuple_against_infinity", ("max_n", "TypeError")),
        ("two_players_only", ("max_n", "(5, 8)", "(8, 4)")),
    ],
)
def test_wrong_searches_are_told_why(name: str, fact: Fact, sandbox: Sandbox) -> None:
    """Each loses points, and what was seen is told."""
    found = graded(UNIT, FOLDER / UNIT / name, sandbox)["max_n"]
    assert found.fact("not_zero_sum")[: len(fact)] == fact
    assert found.points < 0.85 * found.most


# Random trees


def by_definition(tree: GameTree, index: int) -> tuple[Any, str | None]:
    """The payoffs of a node, and the first child from which they come."""
    node = tree.nodes[index]
    if node.utility is not None:
        return node.utility, None
    place = tree.players.index(node.to_move)
    below = [(by_definition(tree, child)[0], child) for child in node.children]
    most = max(payoffs[place] for payoffs, _ in below)
    payoffs, child = next(pair for pair in below if pair[0][place] == most)
    return payoffs, tree.nodes[child].label


FORMS = {
    "one": Form(("A",)),
    "two": Form(("A", "B")),
    "three": Form(("A", "B", "C")),
    "four, in any order": Form(("A", "B", "C", "D"), loose=True),
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_payoffs_by_the_definition(form: Form) -> None:
    """Payoffs, first best action, and every node."""
    module = load_module(REFERENCE / "max_n.py")
    chance = Random(4)  # noqa: S311 - to be repeated, not to be guessed
    for _ in range(DRAWN):
        tree = random_tree(chance, form)
        payoffs, action = by_definition(tree, 0)
        game, root, visited = Board(tree).fresh_game_root_and_visits()
        assert module.max_n(game, root) == payoffs
        assert sorted(visited) == list(range(len(tree.nodes)))
        game, root, _ = Board(tree).fresh_game_root_and_visits()
        assert module.max_n_search(game, root) == action
