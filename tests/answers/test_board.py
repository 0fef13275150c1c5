"""Trusted code in this process: a game that asks an oracle."""

from __future__ import annotations

import pytest

from autograder.answers.board import AskingGame, NotAnswered
from autograder.kinds.match.playing import Table, opened_board
from autograder.sandbox.oracle import Oracle
from autograder.trees.file import parse
from autograder.trees.rules import known_games

TREE = parse("tree: {root: {a: [3, 12], b: [2, 4.5]}}")


def test_a_game_tells_what_its_oracle_answers() -> None:
    """Movers, actions and payoffs, and each question is a visit."""
    oracle = Oracle(TREE)
    game = AskingGame(oracle)
    (_, a), (_, b) = game.successors(game.root())
    assert (game.to_move(game.root()), game.to_move(a)) == ("max", "min")
    assert [game.utility(leaf) for _, leaf in game.successors(b)] == [2, 4.5]
    labels = TREE.labels()
    assert [labels[index] for index in oracle.record.visited][:3] == ["root", "a", "b"]


def test_what_is_refused_ends_the_search() -> None:
    """As where a bank has nothing left."""
    board = opened_board("nim", {"piles": (1, 2)}, known_games())
    table = Table(board, 1)
    table.begin(board.start)
    game = AskingGame(table)
    (_, first), (_, second), _ = game.successors(game.root())
    assert not game.is_terminal(first)
    with pytest.raises(NotAnswered):
        game.is_terminal(second)
    assert table.overdrawn
