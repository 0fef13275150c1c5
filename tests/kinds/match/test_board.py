"""The board of a game: which it can be made of, and how long may be played on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.errors import AssignmentError
from autograder.kinds.match.playing import guard_of, opened_board
from autograder.trees.rules import known_games
from tests.cases import for_each

THREE = """
from dataclasses import dataclass

@dataclass(frozen=True)
class RULES:
    def initial(self): return 0
    def to_move(self, position): return ("max", "min", "third")[position % 3]
    def successors(self, position): return () if position > 5 else (position + 1,)
    def utility(self, position): return 1
    def label(self, position): return f"s{position}"
    def content(self, position): return position
"""


def test_a_game_of_three_players_is_none(tmp_path: Path) -> None:
    """That is told before anybody moves, though the third is not to move first."""
    path = tmp_path / "three.py"
    path.write_text(THREE, encoding="utf-8")
    with pytest.raises(AssignmentError) as caught:
        opened_board("three", {}, {"three": path})
    told = "a match has two players, max and min, and here 'third' is to move"
    assert str(caught.value) == f"the game's rules: at s2: {told}"


@for_each(
    "bank, letters, seconds", [(2_000, 0, 2.4), (10, 0, 2.0), (10_000, 1_000, 16)]
)
def test_the_guard_is_twenty_times_what_a_spent_bank_costs(
    bank: int, letters: float, seconds: float
) -> None:
    """60 µs of CPU a visit and 20 ns a letter that it tells, but never below 2 s."""
    assert guard_of(bank, letters) == pytest.approx(seconds)


def test_how_much_a_visit_tells() -> None:
    """With a heap of two the first line of play is its start, and nothing left."""
    board = opened_board("nim", {"piles": (2,)}, known_games())
    told = len("(0)-B(0,)(1)-B(1,)")  # of both children of the start
    assert board.letters == told / 2
