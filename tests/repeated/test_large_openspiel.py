"""Games of OpenSpiel that have very many nodes: unrolled whole, or counted."""

from __future__ import annotations

import re

import pytest

from autograder.trees.openspiel import NamedGame, unroll
from autograder.trees.tree import GameTree
from autograder.trees.values import exact_values
from tests.small import ROOT
from tests.trees.test_openspiel import needs_openspiel, wrong_with


@needs_openspiel
def test_a_game_within_the_limit_is_unrolled() -> None:
    """All of tic-tac-toe: 549,946 nodes, of 5,478 positions, and worth 0."""
    found = unroll(NamedGame("tic_tac_toe"))
    assert len(found.positions) == 5_478
    nodes = found.nodes()
    assert len(nodes) == 549_946
    assert exact_values(GameTree(nodes))["tic_tac_toe"] == 0


@needs_openspiel
@pytest.mark.parametrize(
    "text, problem",
    [
        (
            "name: connect_four",
            (
                "2:7: connect_four has more than 1,000,000 nodes; with `depth: 5` it "
                "has 960,793"
            ),
        ),
        (
            "name: chess\ndepth: 3\nevaluate: zero",
            (
                "2:7: chess to depth 3, with 2 plies beyond, has more than 1,000,000 "
                "nodes; with `depth: 2` it has 206,604"
            ),
        ),
    ],
)
def test_what_is_too_large_is_told_the_depth_that_fits(text: str, problem: str) -> None:
    """With the number of nodes there.

    Chess has 1 + 20 + 400 + 8,902 + 197,281 nodes to ply 4, as perft counts. To ply 7
    each of seven columns of connect four takes a mark, but none a seventh one.
    """
    assert (7**8 - 1) // 6 - 7 == 960_793
    assert 1 + 20 + 400 + 8_902 + 197_281 == 206_604
    assert wrong_with(text) == [problem]


@needs_openspiel
def test_what_is_too_large_at_its_first_depth_is_told_the_plies_that_fit() -> None:
    """In go 361 points are free and who moves may pass.

    Behind a stone 361 moves are left, behind a pass 362.
    """
    assert 1 + 362 + 361 * 361 + 362 == 131_046
    problem = (
        "2:7: go to depth 1, with 2 plies beyond, has more than 1,000,000 "
        "nodes; its first 2 plies have 131,046, and smaller `options` may help"
    )
    assert wrong_with("name: go\ndepth: 1\nevaluate: zero") == [problem]


def that_fit() -> list[str]:
    """The games that docs/openspiel.md says fit as they come."""
    text = (ROOT / "docs" / "openspiel.md").read_text(encoding="utf-8")
    table = text.partition("games that fit without options |\n")[2].partition("\n\n")[0]
    return re.findall(r"`(\w+)`", table)


def test_the_games_that_fit_are_counted() -> None:
    """Each once."""
    games = that_fit()
    assert len({*games}) == len(games) == 26


@needs_openspiel
@pytest.mark.parametrize("name", that_fit())
def test_a_game_that_fits_is_unrolled_one_ply_deep(name: str) -> None:
    """With the two plies beyond, and no options."""
    assert unroll(NamedGame(name, depth=1, evaluate="zero")).positions
