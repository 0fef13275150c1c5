"""A tournament: who plays whom, what is kept, and how everybody stands."""

from __future__ import annotations

from contextlib import closing
from itertools import product
from pathlib import Path, PurePosixPath

import pytest

from autograder.classroom.tournament import (
    Journal,
    Player,
    Task,
    Terms,
    games_csv,
    games_of,
    standing_csv,
    standings,
    tournament_html,
)
from autograder.game import MAX, MIN
from autograder.kinds.match.playing import Played, Ply
from autograder.trees.rules import known_games
from autograder.uploads.staging import PickedFiles
from tests.cases import for_each

TERMS = Terms("nim", {"piles": (1, 2)}, known_games(), 100, hides=False)


def player(name: str, code: str = "") -> Player:
    """A player whose file is this."""
    content = {PurePosixPath("play.py"): (code or name).encode()}
    picked = PickedFiles(
        PurePosixPath(), (("play.py", ""),), content, {}, (), ("play",)
    )
    return Player(name, f"Student {name}", picked)


A, B, C = map(player, "abc")


def game(first: Player, second: Player) -> Task:
    """A game of these two, without an opening."""
    return Task("", (first, second))


def test_all_pairs_play_each_opening_from_both_sides() -> None:
    """Whoever they are, the openings are the same."""
    lines = [(0, 1), (2, 0)]
    games = [*games_of(TERMS, (A, B, C), lines)]
    played = [(each.names[MAX], each.names[MIN], each.opening) for each in games]
    sides = [(one, other) for one, other in product("abc", "abc") if one != other]
    assert sorted(played) == sorted(
        (one, other, line) for (one, other), line in product(sides, lines)
    )
    assert len({each.key for each in games}) == len(games)


@for_each(
    "changed",
    [
        Terms("nim", {"piles": (1, 3)}, known_games(), 100, hides=False),
        Terms("nim", {"piles": (1, 2)}, known_games(), 101, hides=False),
        Terms("nim", {"piles": (1, 2)}, known_games(), 100, hides=True),
        Terms("nim", {"piles": (1, 2)}, known_games(), 100, hides=False, state="2"),
    ],
)
def test_a_game_is_known_again_by_all_that_it_hangs_on(changed: Terms) -> None:
    """By the files of both, their sides, the opening, the terms, and no name."""
    (first, turned) = games_of(TERMS, (A, B), [(0,)])
    again = player("other name", "a"), player("b")
    assert next(games_of(TERMS, again, [(0,)])).key == first.key
    assert next(games_of(TERMS, (A, C), [(0,)])).key != first.key
    assert next(games_of(TERMS, (A, B), [(1,)])).key != first.key
    assert next(games_of(changed, (A, B), [(0,)])).key != first.key
    assert turned.key != first.key


WON = Played((Ply("(1)-A", "max", "1 of pile 1", 0),), "(0)-B", 1.0)
DRAWN = Played((), "s", 0.5)
LOST = Played((), "(1)-A", 0.0, None, "bank", "the bank was spent, at play.py:6")


def test_the_journal_keeps_what_was_played(tmp_path: Path) -> None:
    """A line that was torn, or is none of it, is as if it had not been written."""
    path = tmp_path / "games.jsonl"
    with closing(Journal(path)) as journal:
        journal.add("one", WON)
        journal.add("two", LOST)
    whole = path.read_bytes()
    for torn in (
        b"",
        b'{"key": "thr',
        b"[]\n",
        b"null\n",
        b'{"key": 1}\nx',
        b"\xff\n\xff",
        b'{"key": "x", "plies": [], "end": "", "points": 7}\n',
        b'{"key": "x", "plies": [], "end": "", "points": null}\n',
        b'{"key": "x", "plies": [], "end": "", "points": 1.0, "sentence": 5}\n',
        b"[" * 100_000 + b"\n",
    ):
        path.write_bytes(whole + torn)
        with closing(Journal(path)) as again:
            again.add("four", DRAWN)
        with closing(Journal(path)) as once_more:
            kept = once_more.results
        assert kept == {"one": WON, "two": LOST, "four": DRAWN}


def test_the_standing_counts_wins_and_half_of_draws() -> None:
    """By points, then by name; who has as many has the same rank."""
    out = Player("out", "", None, "play.py is missing")
    results = [
        *((game(A, B), WON), (game(B, A), DRAWN), (game(A, C), LOST)),
        *((game(C, A), WON), (game(B, C), WON), (game(C, B), WON)),
    ]
    rows = standings((A, B, C, out), results)
    assert [(row.player.name, row.rank, row.total) for row in rows] == [
        *(("c", 1, 3.0), ("a", 2, 1.5), ("b", 2, 1.5), ("out", 4, 0)),
    ]
    assert [(row.won, row.drawn, row.lost, row.lost_by()) for row in rows] == [
        *((3, 0, 1, ""), (1, 1, 2, "bank 1"), (1, 1, 2, ""), (0, 0, 0, "")),
    ]
    assert rows[1].points == {"b": 1.5, "c": 0.0}
    by_rank = [row.rating for row in rows]
    assert by_rank[0] is not None
    assert by_rank[1] is not None
    assert by_rank[0] > 1500 > by_rank[1]
    assert by_rank[1] == by_rank[2]
    assert by_rank[3] is None
    assert standing_csv(rows).splitlines()[-1].endswith('"play.py is missing"')
    assert games_csv(results).splitlines()[3] == (
        '"3",0,"a","c",0,1,0,0,"(1)-A","bank","the bank was spent, at play.py:6"'
    )


def test_nothing_in_a_name_acts_on_the_page() -> None:
    """Neither HTML nor the words by which the page is filled."""
    hostile = player("<script>alert(1)</script> $steps $games")
    results = [(game(hostile, A), WON), (game(A, hostile), LOST)]
    page = tournament_html("nim", standings((hostile, A), results), results)
    assert "<script>alert" not in page
    assert page.count("const games = ") == 1
    assert "&lt;script&gt;alert(1)&lt;/script&gt; $steps $games" in page
    assert "a – &lt;script&gt;" in page  # the second game in the list
    assert "lost by bank at (1)-A: the bank was spent, at play.py:6" in page


@pytest.mark.parametrize("count", [0, 1])
def test_nobody_is_rated_who_has_not_played(count: int) -> None:
    """A standing of none, or of one, has no games."""
    rows = standings((A, B)[:count], [])
    assert [(row.games, row.rating) for row in rows] == [(0, None)] * count
