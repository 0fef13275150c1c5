"""The files of a tournament: games.csv, standing.csv, and a page to step through."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from autograder.classroom.gradebooks.grades import Cell, csv_text, points_text
from autograder.classroom.page.parts import (
    as_html,
    header_cells_html,
    isolated,
    scrolled_table,
    table_row,
)
from autograder.classroom.rating import MEAN
from autograder.classroom.tournament import Results, Standing
from autograder.game import MAX, MIN
from autograder.kinds.match.words import page_of_games

GAMES = (
    *("game", "opening", "first", "second", "points_first", "points_second"),
    *("moves", "opening_moves", "end", "lost_by", "sentence"),
)
STANDING = (
    *("rank", "name", "students", "points", "games", "won", "drawn", "lost"),
    *("rating", "lost_by", "takes_no_part"),
)
EXPLAINED = (
    "A win is a point, a draw half of one. Ratings are those of the model of Bradley "
    f"and Terry, in Elo's points; {MEAN} is a player with whom everybody has drawn "
    "two games."
)


def games_csv(results: Results) -> str:
    """A game in a row."""
    rows: list[tuple[Cell, ...]] = [
        (
            f"{number}",
            game.number,
            game.names[MAX],
            game.names[MIN],
            played.points_of(MAX),
            played.points_of(MIN),
            len(played.plies),
            len(game.opening),
            played.end,
            played.reason,
            played.sentence,
        )
        for number, (game, played) in enumerate(results, 1)
    ]
    return csv_text(GAMES, rows)


def standing_csv(rows: Sequence[Standing]) -> str:
    """A player in a row; who takes no part has neither rank nor rating."""
    return csv_text(STANDING, map(_cells, rows))


def _cells(row: Standing) -> tuple[Cell, ...]:
    who = row.player.name, row.player.students
    if row.player.absent_because:
        nothing = (None,) * (len(STANDING) - 4)
        return ("", *who, *nothing, row.player.absent_because)
    counts = row.won, row.drawn, row.lost
    return (
        f"{row.rank}",
        *who,
        row.total,
        row.games,
        *counts,
        row.rating,
        row.lost_by(),
        "",
    )


def tournament_html(title: str, rows: Sequence[Standing], results: Results) -> str:
    """The page: the standing, the points of each pair, and each game."""
    games = [(game.names, played) for game, played in results]
    return page_of_games(title, games, "\n".join(_above(rows)))


def _above(rows: Sequence[Standing]) -> Iterator[str]:
    """What stands above the games."""
    playing = [row for row in rows if not row.player.absent_because]
    names = [row.player.name for row in playing]
    yield f"<h2>Standing</h2>\n<p>{EXPLAINED}</p>"
    titles = "player", "rank", "points", "games", "won–drawn–lost", "rating", "lost by"
    yield _table("standing", titles, playing, _texts)
    for player in (row.player for row in rows if row.player.absent_because):
        told = (
            f"{isolated(player.name)} takes no part: {as_html(player.absent_because)}"
        )
        yield f"<p>{told}</p>"
    yield "<h2>Points of each row against each column</h2>"

    def against_each(row: Standing) -> list[str]:
        return [points_text(row.points[n]) if n in row.points else "–" for n in names]

    yield _table("pairs", ("", *map(isolated, names)), playing, against_each)
    yield "<h2>Games</h2>"


def _table(
    label: str,
    titles: Sequence[str],
    rows: Sequence[Standing],
    cells: Callable[[Standing], Sequence[str]],
) -> str:
    lines = (table_row(isolated(row.player.name), cells(row)) for row in rows)
    return scrolled_table(label, header_cells_html(titles), "".join(lines))


def _texts(row: Standing) -> tuple[str, ...]:
    record = f"{row.won}–{row.drawn}–{row.lost}"
    amounts = f"{row.rank}", points_text(row.total), f"{row.games}", record
    return (*amounts, f"{row.rating}", row.lost_by())
