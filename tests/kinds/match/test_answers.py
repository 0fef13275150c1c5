"""What is right in the positions of `test_trees/play`, solved once more by brute force.

The rules are asked here by a recursion of its own, which knows no board and no solver.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from autograder.answers.file import grouped_tests
from autograder.errors import AssignmentError
from autograder.kinds.match.authors import Solver, solved_positions
from autograder.kinds.match.playing import Table, opened_board, trusted
from autograder.kinds.match.question import (
    HOLDS,
    POSITIONS,
    WINS,
    MatchTest,
    load_answers,
)
from autograder.trees.rules import known_games, rules_of
from tests.cases import for_each
from tests.small import ROOT
from tests.unitgrading import unit


def rules_for(test: MatchTest) -> Any:
    """The rules of a test's game."""
    return rules_of(known_games()[test.game])(**dict(test.options))


class BruteForce:
    """Values to MAX, and wins within some plies, by trying everything."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.value = cache(self._value)
        self.wins = cache(self._wins)

    def _value(self, position: Any) -> int:
        below = self.rules.successors(position)
        if not below:
            payoff = self.rules.utility(position)
            return int(payoff > 0) - int(payoff < 0)
        best = max if self.rules.to_move(position) == "max" else min
        value: int = best([self.value(each) for each in below])
        return value

    def _wins(self, position: Any, player: str, plies: int) -> bool:
        """Whether a player can force a win within so many plies."""
        below = self.rules.successors(position)
        if not below:
            return self.value(position) == (1 if player == "max" else -1)
        some = any if self.rules.to_move(position) == player else all
        return plies > 0 and some(self.wins(each, player, plies - 1) for each in below)


def solved_tests() -> dict[str, MatchTest]:
    """The tests of positions of the unit, by name."""
    (tests,) = grouped_tests(unit("play"), MatchTest).values()
    return {test.about: test for test in tests if not test.against}


@for_each("name", ["nim", "tic-tac-toe", "connect three", "isolation"])
def test_the_right_actions_are_those_that_brute_force_finds(name: str) -> None:
    """Wins within one and three plies, and what does not lose where others do."""
    test = solved_tests()[name]
    (tests,) = grouped_tests(unit("play"), MatchTest).values()
    brute, near = BruteForce(rules_for(test)), []
    for task in load_answers(unit("play"), tests)[name].tasks:
        position = brute.rules.initial()
        for place in task.line:
            position = brute.rules.successors(position)[place]
        player = brute.rules.to_move(position)
        assert task.player == player
        sign = 1 if player == "max" else -1
        below = brute.rules.successors(position)
        values = [sign * brute.value(each) for each in below]
        nearest = [n for n in (1, 3) if brute.wins(position, player, n)][:1]
        assert (task.facet == WINS) == bool(nearest)
        least = 1 if nearest else 0
        assert task.right == tuple(i for i, v in enumerate(values) if v >= least)
        assert 2 * len(task.right) <= len(values)
        assert nearest or min(values) < 0 <= max(values)
        near += nearest
    assert sorted(near) == [1] * POSITIONS + [3] * POSITIONS


@for_each("name", ["nim", "tic-tac-toe", "connect three", "isolation"])
def test_luck_is_right_in_half_of_them_at_most(name: str) -> None:
    """Whoever takes the first action, the last, that in the middle, or a greedy one."""
    test = solved_tests()[name]
    (tests,) = grouped_tests(unit("play"), MatchTest).values()
    board = opened_board(test.game, dict(test.options), known_games())
    sits = trusted(ROOT / "reference" / "players" / "greedy.py")
    for facet in (WINS, HOLDS):
        lucky = [0, 0, 0, 0]
        tasks = [
            task
            for task in load_answers(unit("play"), tests)[name].tasks
            if task.facet == facet
        ]
        for task in tasks:
            spot = board.along(task.line)
            table, count = Table(board, 100), len(spot.below)
            table.begin(spot)
            greedy = [*spot.below].index(str(sits(table).choose(spot)))
            for place, action in enumerate((0, count - 1, count // 2, greedy)):
                lucky[place] += action in task.right
        assert 2 * max(lucky) <= len(tasks)


def test_a_win_is_as_near_as_its_nearest_and_a_loss_as_far_as_its_farthest() -> None:
    """Nim with piles of one and two: one match of the two wins in three plies."""
    board = opened_board("nim", {"piles": (1, 2)}, known_games())
    solver = Solver(board)
    assert tuple(solver.worth(board.start)) == (1, 3)
    told = dict(zip(board.start.below, solver.actions(board.start), strict=True))
    assert {name: tuple(worth) for name, worth in told.items()} == {
        "1 of pile 1": (-1, 2),
        "1 of pile 2": (1, 3),
        "2 of pile 2": (-1, 2),
    }


def test_too_few_positions_are_an_author_s_fault() -> None:
    """Nim with one match has none to be asked."""
    board = opened_board("nim", {"piles": (2,)}, known_games())
    with pytest.raises(AssignmentError, match="a win at once is to be found, and 4"):
        [*solved_positions(board, "")]
