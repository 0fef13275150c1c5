"""As many lines of play as are counted, which takes seconds."""

from __future__ import annotations

import pytest

from autograder.kinds.game.lines import TooManyLines, lengths_of_rule_game
from autograder.trees.rules import known_games


def test_ten_million_lines_are_the_most() -> None:
    """One more is refused, of whatever length: a hundred piles are too wide for 4."""
    with pytest.raises(TooManyLines) as caught:
        list(lengths_of_rule_game(known_games()["nim"], {"piles": [1] * 100}, 100))
    assert caught.value.plies == 4  # 100 · 99 · 98 · 97 is above, without · 97 below
