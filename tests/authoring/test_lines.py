"""Lines of play: the counts of games that others have counted, too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from autograder.kinds.game import lines
from autograder.kinds.game.lines import (
    TooManyLines,
    lengths_of_openspiel_game,
    lengths_of_rule_game,
)
from autograder.trees import openspiel
from autograder.trees.openspiel import NamedGame
from autograder.trees.rules import BadGame, known_games
from tests.cases import for_each
from tests.owngames import GAMES as GAMES_ONCE_MORE

needs_openspiel = pytest.mark.skipif(
    not openspiel.can_import_openspiel(), reason="OpenSpiel needs Python 3.11"
)
GAMES = known_games()
GAME = """\
from dataclasses import dataclass

@dataclass(frozen=True)
class Game:
    def initial(self): return 0
    def successors(self, n): return {successors}
    def label(self, n): return str(n)
    def moves(self, n): return {moves}

RULES = Game
"""


def rule_game(name: str, depth: int, **options: Any) -> list[int]:
    """How many lines of each length a rule game of the project has."""
    return [
        length.lines for length in lengths_of_rule_game(GAMES[name], options, depth)
    ]


def of_package(name: str, depth: int, **options: Any) -> list[int]:
    """How many a game of OpenSpiel has."""
    named = NamedGame(name, tuple(options.items()))
    return [length.lines for length in lengths_of_openspiel_game(named, depth)]


@for_each(
    "name, options, counts",
    [
        ("tic_tac_toe", {}, [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]),
        ("nim", {"piles": [1, 3, 5, 7]}, [16, 206, 2116]),
        ("connect_k", {"rows": 5, "columns": 6}, [6, 36, 216, 1296, 7776]),
    ],
)
def test_rule_games(name: str, options: dict[str, Any], counts: list[int]) -> None:
    """Tic-tac-toe from the first mark to the last; the game goes on after no win.

    The counts of tic-tac-toe are those of chess programmers' forums: its 255,168 games
    are 1440, 5328, 47952, 72576 and 127872 of 5 to 9 plies.
    """
    assert rule_game(name, len(counts), **options) == counts


def test_the_lines_of_all_lengths_are_the_nodes_of_the_tree() -> None:
    """Greenwald's coin splitting from seven has 22, with the first state."""
    assert 1 + sum(rule_game("coin_split", 100)) == 22


@for_each(
    "name, game, options, depth",
    [
        ("ii_nim", "nim", {"piles": [2, 2], "canonical": True}, 4),
        ("misere_nim", "nim", {"piles": [1, 2, 2], "misere": True}, 5),
        ("coin_splitting", "coin_split", {"piles": [7]}, 5),
        ("tic_tac_toe", "tic_tac_toe", {}, 5),
        ("connect_three", "connect_k", {"rows": 3, "columns": 4, "k": 3}, 6),
    ],
)
def test_all_lines_replayed_are_as_many(
    name: str, game: str, options: dict[str, Any], depth: int
) -> None:
    """Each line from its beginning, by rules that were written once more."""
    level: list[tuple[Any, ...]] = [()]
    counts = []
    for _ in range(depth):
        level = [
            (*line, a) for line in level for a in GAMES_ONCE_MORE[name](line).actions
        ]
        counts.append(len(level))
    assert counts == rule_game(game, depth, **options)


def test_where_no_line_is_so_long_it_ends() -> None:
    """Two piles of one are two plies."""
    assert rule_game("nim", 100, piles=[1, 1]) == [2, 2]


def test_the_first_actions_part_the_lines() -> None:
    """After all of pile 2 one action is left; after one of it, three."""
    *_, last = lengths_of_rule_game(GAMES["nim"], {"piles": [1, 2]}, 2)
    assert dict(last.by_action) == {
        "1 of pile 1": 2,
        "2 of pile 2": 1,
        "1 of pile 2": 2,
    }
    assert (last.plies, last.lines) == (2, 5)


@needs_openspiel
@for_each(
    "name, options, counts",
    [
        ("connect_four", {}, [7, 49, 343, 2401, 16807]),
        ("othello", {}, [4, 12, 56, 244, 1396]),
        ("breakthrough", {"rows": 5, "columns": 5}, [13, 169, 1911]),
        ("chess", {}, [20, 400, 8902]),
    ],
)
def test_openspiel(name: str, options: dict[str, Any], counts: list[int]) -> None:
    """The counts that are known of four games of OpenSpiel."""
    assert of_package(name, len(counts), **options) == counts


@needs_openspiel
@for_each(
    "ours, theirs, depth",
    [
        (("tic_tac_toe", {}), ("tic_tac_toe", {}), 6),
        (
            ("nim", {"piles": [1, 3, 5]}),
            ("nim", {"pile_sizes": "1;3;5"}),
            9,
        ),
        (
            ("connect_k", {"rows": 4, "columns": 4, "k": 3}),
            ("connect_four", {"rows": 4, "columns": 4, "x_in_row": 3}),
            7,
        ),
        (
            ("connect_k", {"rows": 3, "columns": 3, "k": 3, "gravity": False}),
            ("tic_tac_toe", {}),
            7,
        ),
        (
            ("nim", {"piles": [2, 2, 3], "misere": True}),
            ("nim", {"pile_sizes": "2;2;3", "is_misere": True}),
            7,
        ),
    ],
)
def test_rule_games_and_openspiel_agree(
    ours: tuple[str, Any], theirs: tuple[str, Any], depth: int
) -> None:
    """Of five games, until lines are over, some earlier than others."""
    (name, options), (named, given) = ours, theirs
    counts = rule_game(name, depth, **options)
    assert len(counts) == depth
    assert counts == of_package(named, depth, **given)


@needs_openspiel
def test_chance_is_refused() -> None:
    """A die is no action of a player."""
    with pytest.raises(BadGame, match="pig: chance moves in it"):
        of_package("pig", 1)


def test_too_many_lines_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the first length that has more; those before it are counted."""
    monkeypatch.setattr(lines, "MOST_LINES", 504)
    lengths = lengths_of_rule_game(GAMES["tic_tac_toe"], {}, 9)
    assert [next(lengths).lines for _ in range(3)] == [9, 72, 504]
    with pytest.raises(TooManyLines) as caught:
        next(lengths)
    assert caught.value.plies == 4


@for_each(
    "successors, moves, told",
    [
        ("(n + 1,) / 0", "()", "own.py, line 6: TypeError: "),
        ("(n + 1,)", "(1,)", "moves(0): expected a tuple of texts"),
        ("(n + 1,)", "('a', 'b')", "moves(0): expected 1 names"),
        ("([],)", "('a',)", "own.py: TypeError: unhashable type"),
        ("7", "('a',)", "TypeError: "),
    ],
)
def test_faults_of_a_game_are_told(
    tmp_path: Path, successors: str, moves: str, told: str
) -> None:
    """An instructor's own game may fail in any of its functions."""
    path = tmp_path / "own.py"
    path.unlink(missing_ok=True)
    path = tmp_path / f"{abs(hash((successors, moves)))}" / "own.py"
    path.parent.mkdir()
    path.write_text(GAME.format(successors=successors, moves=moves), encoding="utf-8")
    with pytest.raises(BadGame) as caught:
        list(lengths_of_rule_game(path, {}, 3))
    assert told in str(caught.value)


def test_a_game_that_has_no_end_is_counted_to_the_depth(tmp_path: Path) -> None:
    """One line of each length."""
    path = tmp_path / "own.py"
    path.write_text(
        GAME.format(successors="(n + 1,)", moves="('on',)"), encoding="utf-8"
    )
    counted = list(lengths_of_rule_game(path, {}, lines.MOST_PLIES))
    assert [length.by_action for length in counted] == [(("on", 1),)] * lines.MOST_PLIES
