"""Numbers of whoever is to move: what a negamax returns, and in which windows."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest

from autograder.trees.values import seen_by, window_seen_by
from tests.telling import Told, told_of

ANY_ORDER = """\
questions:
- name: negamax
  entry: negamax
  value_of: mover
  points: {value: 1, action: 1, visits: 1, negamax: 1}
  trees: ["*.yaml"]
- name: negamax_alpha_beta
  entry: negamax
  value_of: mover
  points: {value: 1, action: 1, visits: 1, negamax: 1}
  trees: ["*.yaml"]
"""
REFERENCE = Path(__file__).parents[3] / "reference"
SAME = "game.to_move(child) == game.to_move(state)"


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """Gradings of negamax on the trees of any_order, where players move again."""
    return told_of(tmp_path_factory.mktemp("movers"), ANY_ORDER, "any_order")


def changed(question: str, *changes: tuple[str, str]) -> str:
    """The reference with some of its text replaced."""
    text = (REFERENCE / f"{question}.py").read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize("question", ["negamax", "negamax_alpha_beta"])
def test_negamax_is_right_in_any_order(told: Told, question: str) -> None:
    """Sign and window turn where the mover does."""
    for lines in told(question, changed(question)).values():
        assert lines[0] == "correct"


@pytest.mark.parametrize("question", ["negamax", "negamax_alpha_beta"])
def test_whose_turn_it_is_may_be_a_color(told: Told, question: str) -> None:
    """Of the submission's own: 1 or -1 for who moves."""
    text = changed(question).replace(SAME, "color(game, child) == color(game, state)")
    text += '\n\ndef color(game, state):\n    """1 for MAX."""\n'
    text += '    return 1 if game.to_move(state) == "max" else -1\n'
    for lines in told(question, text).values():
        assert lines[0] == "correct"


def test_a_sign_that_turns_at_every_ply_shows_where_somebody_moves_again(
    told: Told,
) -> None:
    """MIN, then MAX three times: -4 and -5 are MAX's own, and are negated."""
    found = told("negamax", changed("negamax", (SAME, "False")))
    assert not [tree for tree, lines in found.items() if lines[0] == "correct"]
    told_first = "First wrong value"
    line = next(each for each in found["bonus_move"] if each.startswith(told_first))
    assert line == (
        "First wrong value: C1 is MAX and worth -4, the largest of C2 = -4, C5 = -5; "
        "negamax returned 5."
    )


def test_a_value_is_told_in_the_movers_numbers(told: Told) -> None:
    """Where all that MIN gets is less than 0, he takes the largest of it."""
    lines = told("negamax", changed("negamax", ("v = -inf\n", "v = 0\n")))
    sentences = [line for each in lines.values() for line in each]
    assert any(
        "is MIN and worth -" in s and " to MIN, the largest" in s for s in sentences
    )


def test_a_window_is_told_in_the_movers_numbers(told: Told) -> None:
    """That handed to a child, and that which it should be, as the child has them."""
    change = ("child, -beta, -alpha)", "child, beta, alpha)")
    lines = told("negamax_alpha_beta", changed("negamax_alpha_beta", change))
    assert any("by then the window is" in line for line in lines["max_twice"])


def test_a_first_wrong_step_is_told_in_the_movers_numbers(told: Told) -> None:
    """A cut that asks for more than β goes on where MIN has what MAX leaves him."""
    change = ("if v >= beta:", "if v >= inf:")
    found = told("negamax_alpha_beta", changed("negamax_alpha_beta", change))
    assert any(
        "is MIN, to whom v ≥" in line and "and MAX leaves it no more than" in line
        for lines in found.values()
        for line in lines
    )


@pytest.mark.parametrize(
    "viewpoint, window, expected",
    [
        ("max", (-inf, 3), (-inf, 3)),
        ("min", (-inf, 3), (-3, inf)),
        ("min", (2, 5), (-5, -2)),
        ("min", (0, 0), (0, 0)),
    ],
)
def test_a_window_seen_by_a_player(
    viewpoint: str, window: tuple[float, float], expected: tuple[float, float]
) -> None:
    """MIN's ends are MAX's, negated and exchanged; twice it is the same again."""
    assert window_seen_by(viewpoint, window) == expected
    assert window_seen_by(viewpoint, expected) == window
    assert seen_by(viewpoint, 3) == (3 if viewpoint == "max" else -3)
