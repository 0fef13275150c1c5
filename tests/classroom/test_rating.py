"""Ratings: against published figures, and what must hold whoever plays."""

from __future__ import annotations

from itertools import permutations
from math import log

from autograder.classroom.tournament import ratings, strengths
from tests.cases import for_each

# Wins of the row against the column, in the American League's East of 1987: Agresti,
# Categorical Data Analysis, 2nd edition, 2002, table 10.10.
TEAMS = (
    *("Milwaukee", "Detroit", "Toronto", "New York"),
    *("Boston", "Cleveland", "Baltimore"),
)
WINS = (
    (0, 7, 9, 7, 7, 9, 11),
    (6, 0, 7, 5, 11, 9, 9),
    (4, 6, 0, 7, 7, 8, 12),
    (6, 8, 6, 0, 6, 7, 10),
    (6, 2, 6, 7, 0, 7, 12),
    (4, 4, 5, 6, 6, 0, 6),
    (2, 4, 1, 3, 1, 7, 0),
)
BASEBALL = {
    (one, other): float(WINS[i][j])
    for i, one in enumerate(TEAMS)
    for j, other in enumerate(TEAMS)
    if i != j
}


def test_without_a_prior_it_is_the_published_fit() -> None:
    """Logarithms of the strengths, Baltimore's being 0: Agresti's table 10.11.

    The tests of the R package BradleyTerry2 hold that to the same figures.
    """
    fit = strengths(BASEBALL, prior=0)
    logs = {team: log(fit[team] / fit["Baltimore"]) for team in TEAMS}
    assert {team: round(each, 2) for team, each in logs.items()} == {
        "Milwaukee": 1.58,
        "Detroit": 1.44,
        "Toronto": 1.29,
        "New York": 1.25,
        "Boston": 1.11,
        "Cleveland": 0.68,
        "Baltimore": 0.0,
    }


def test_neither_the_order_of_games_nor_of_players_matters() -> None:
    """To the last bit."""
    expected = strengths(BASEBALL)
    assert strengths(dict(reversed(BASEBALL.items()))) == expected
    third, tenth = 1 / 3, 0.1
    three = (
        *((("x", "y"), third), (("y", "x"), tenth), (("x", "z"), 2.7)),
        *((("z", "y"), third), (("y", "z"), tenth)),
    )
    found = {tuple(sorted(strengths(dict(p)).items())) for p in permutations(three)}
    assert len(found) == 1


@for_each(
    "points, expected",
    [
        ({("a", "b"): 2.0, ("b", "a"): 2.0}, {"a": 1500, "b": 1500}),
        ({("a", "b"): 0.5, ("b", "a"): 0.5}, {"a": 1500, "b": 1500}),
        # By hand: with p = 1/q the equation is 3 = 2p/(1 + p) + 2p²/(p² + 1), and by
        # bisection p = 2.1304; 400 times its decimal logarithm is 131.
        ({("a", "b"): 2.0, ("b", "a"): 0.0}, {"a": 1631, "b": 1369}),
        ({}, {}),
    ],
)
def test_ratings_of_two(
    points: dict[tuple[str, str], float], expected: dict[str, int]
) -> None:
    """Who wins all games is better by so much as the prior lets it be."""
    assert ratings(points) == expected
