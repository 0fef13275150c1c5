"""Trees that are little more than a chain: every command comes to an end on them.

Whoever searches each position twice asks twice as much in each ply, and has no end.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chains import ONLY_CHILD, TWO_LEAVES, problems, write
from tests.small import run

PLIES = 24
TWICE = """\
def minimax_search(game, state):
    best = max if game.to_move(state) == "max" else min
    return best(game.successors(state), key=lambda each: value(game, each[1]))[0]


def value(game, state):
    return (max_value if game.to_move(state) == "max" else min_value)(game, state)


def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    for _ in range(2):
        v = max(value(game, child) for _, child in game.successors(state))
    return v


def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    for _ in range(2):
        v = min(value(game, child) for _, child in game.successors(state))
    return v
"""


@pytest.mark.parametrize("end", [TWO_LEAVES, ONLY_CHILD])
def test_each_command_ends(end: str, tmp_path: Path) -> None:
    """And the reference has all points."""
    assert problems(write(tmp_path, PLIES, end)) == []


def test_a_trusted_program_that_runs_away_is_named(tmp_path: Path) -> None:
    """With its tree, and with the line of the assignment that asks for it."""
    folder = write(tmp_path, PLIES, TWO_LEAVES)
    (folder / "reference").mkdir()
    (folder / "reference" / "minimax.py").write_text(TWICE, encoding="utf-8")
    told = run("answers", folder)
    assert told.returncode == 2
    assert told.stderr == (
        f"{folder / 'assignment.yaml'}:2:5: {folder / 'reference' / 'minimax.py'} does "
        "not stop: it asks more than 125,000 questions of 25 nodes (on the tree chain)"
        "\n"
    )
