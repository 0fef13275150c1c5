"""Whose part of a program each line is, in the forms in which students write it."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from autograder.answers.program import parse
from autograder.authoring.edits import regions_of


def marked(text: str) -> dict[str, str]:
    """The player of each statement with a one-letter call in it, by that letter."""
    (function,) = ast.parse(dedent(text)).body
    assert isinstance(function, ast.FunctionDef)
    regions = regions_of(function)
    return {
        node.func.id: regions.get(id(node), "")
        for node in ast.walk(function)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and len(node.func.id) == 1
    }


@pytest.mark.parametrize(
    "name, player",
    [
        ("max_value", "max"),
        ("min_value", "min"),
        ("best_for_min", "min"),
        ("value", ""),
        ("maximum", ""),  # a word of the name, and no part of one
        ("max_or_min", ""),  # both
    ],
)
def test_a_function_is_the_players_whose_name_it_has(name: str, player: str) -> None:
    """With all that stands in it, however deep."""
    text = f"def {name}(game, state):\n    a()\n    for _ in b(): c(d())\n"
    assert marked(text) == dict.fromkeys("abcd", player)


def test_the_branches_of_a_question_for_the_move() -> None:
    """What stands before and behind them is both players'."""
    text = """
        def value(game, state):
            a()
            if game.to_move(state) == 'max':
                for _ in b():
                    c()
            else:
                d()
            return e()
    """
    assert marked(text) == {"a": "", "b": "max", "c": "max", "d": "min", "e": ""}


def test_a_question_for_min_turns_them_round() -> None:
    """So the first branch is MIN's."""
    text = """
        def value(game, state):
            if game.to_move(state) == 'min':
                a()
            else:
                b()
    """
    assert marked(text) == {"a": "min", "b": "max"}


def test_behind_a_branch_that_returns_the_other_player_moves() -> None:
    """As in `search`, which chooses for MAX and returns."""
    text = """
        def search(game, state):
            if game.to_move(state) == 'max':
                a()
                return b()
            c()
            return d()
    """
    assert marked(text) == {"a": "max", "b": "max", "c": "min", "d": "min"}


def test_a_variable_may_say_whose_move_it_is() -> None:
    """`maximizing`, in a statement and in an expression; elif asks something else."""
    text = """
        def value(game, state, maximizing):
            w = a() if maximizing else b()
            if maximizing:
                if c() > w:
                    d()
            elif e():
                f()
            else:
                g()
    """
    assert marked(text) == {
        "a": "max",
        "b": "min",
        "c": "max",
        "d": "max",
        "e": "min",
        "f": "min",
        "g": "min",
    }


def test_another_question_is_nobodys() -> None:
    """The end of the game, or which number is larger; nor is what follows."""
    text = """
        def value(game, state):
            if game.is_terminal(state):
                return a()
            if game.to_move(state) == who:
                return b()
            if v != 'max':
                return c()
            return d()
    """
    assert marked(text) == dict.fromkeys("abcd", "")


ONE_FOR_BOTH = """
def search(game, state, alpha, beta, maximizing):
    for action in game.actions(state):
        v = search(game, game.result(state, action), alpha, beta, not maximizing)
        if maximizing:
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        else:
            beta = min(beta, v)
            if beta <= alpha:
                break
    return alpha if maximizing else beta
"""


def test_the_cuts_of_one_function_for_both_players() -> None:
    """MAX's compares alpha with beta."""
    function = parse(ONE_FOR_BOTH).functions["search"]
    regions = regions_of(function)
    found = {
        ast.unparse(node): regions.get(id(node))
        for node in ast.walk(function)
        if isinstance(node, ast.Compare)
    }
    assert found["alpha >= beta"] == "max"
    assert found["beta <= alpha"] == "min"
