"""A tournament: all pairs of programs play from both sides of the same openings.

What comes of a game hangs on its two programs, the game, the bank and the opening, and
on nothing else. So games are played in any order, by any number of processes, and kept.
"""

from __future__ import annotations

import hashlib
import json
import pickle
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from functools import cached_property, partial
from itertools import combinations
from math import fsum, log10
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from autograder import files
from autograder.classroom.course import Graded
from autograder.classroom.gradebooks.grades import Cell, csv_text, points_text
from autograder.classroom.page import parts
from autograder.classroom.running import graders
from autograder.errors import AssignmentError, GraderError
from autograder.game import MAX, MIN, Content
from autograder.judging.verdicts import ends_the_import
from autograder.kinds.match.kind import page_of_games
from autograder.kinds.match.playing import (
    DRAW,
    LOSS,
    PLAYERS,
    WIN,
    Board,
    Played,
    Ply,
    Seat,
    Table,
    opened_board,
    play,
    submitted,
)
from autograder.observing.bench import Bench
from autograder.observing.outcome import Fault
from autograder.sandbox.sandbox import Sandbox
from autograder.uploads.staging import PickedFiles
from autograder.walls.leftovers import remove

if TYPE_CHECKING:
    from autograder.classroom.cluster import Cluster

NO_FILE = "no file"
OF_THE_MODULE = ("no_function", "not_callable", "signature")  # faults of no move
BROKEN = (ValueError, LookupError, TypeError, AttributeError, RecursionError)


@dataclass(frozen=True)
class Terms:
    """What all games of a tournament have in common; `state` is that of the grader."""

    game: str
    options: Mapping[str, Content]
    games: Mapping[str, Path]  # rule games, by name
    bank: int
    hides: bool
    state: str = ""

    def board(self) -> Board:
        """The board of the game; AssignmentError where there is none."""
        return opened_board(self.game, self.options, self.games)

    @cached_property
    def digest(self) -> str:
        """A digest of all this, and of the rules."""
        rules = self.games.get(self.game)
        told = self.game, sorted(self.options.items()), self.bank, self.hides
        content = rules.read_bytes() if rules else b""
        return hashlib.sha256(repr((told, self.state, content)).encode()).hexdigest()


@dataclass(frozen=True)
class Player:
    """A submission."""

    name: str
    students: str
    picked: PickedFiles | None = None
    absent_because: str = ""  # "" if it takes part

    @cached_property
    def digest(self) -> str:
        """The same for all whose files are the same."""
        return self.picked.digest() if self.picked else ""


@dataclass(frozen=True, slots=True)
class Task:
    """A game to be played: of one player a first move, to see whether it can play."""

    key: str  # the same where all is the same that it hangs on
    players: tuple[Player, ...]  # MAX is the first
    opening: tuple[int, ...] = ()
    number: int = 0  # of the opening

    @property
    def names(self) -> dict[str, str]:
        """Who plays, by side."""
        return dict(zip(PLAYERS, (each.name for each in self.players), strict=False))


Results = Sequence[tuple[Task, Played]]


def task(
    terms: Terms,
    players: tuple[Player, ...],
    line: tuple[int, ...] = (),
    number: int = 0,
) -> Task:
    """The task of these players."""
    hangs_on = terms.digest, [each.digest for each in players], line
    key = hashlib.sha256(json.dumps(hangs_on).encode()).hexdigest()
    return Task(key, players, line, number)


def games_of(
    terms: Terms, players: Sequence[Player], lines: Sequence[tuple[int, ...]]
) -> Iterator[Task]:
    """All games of all pairs."""
    for one, other in combinations(players, 2):
        for number, line in enumerate(lines, 1):
            for pair in ((one, other), (other, one)):
                yield task(terms, pair, line, number)


class Journal:
    """What was played, by the keys of tasks, in a file of a line each.

    A line that was not written to its end, or cannot be read, is as if it was not.
    """

    def __init__(self, path: Path) -> None:
        self.results: dict[str, Played] = {}
        text = path.read_text("utf-8", errors="replace") if path.exists() else ""
        lines = text.split("\n")
        for line in lines[:-1]:
            self._read(line)
        if lines[-1]:
            files.write_text(path, "".join(f"{line}\n" for line in lines[:-1]))
        self._file: IO[str] = path.open("a", encoding="utf-8")

    def _read(self, line: str) -> None:
        try:
            row: dict[str, Any] = json.loads(line)
            key, plies = row.pop("key"), row.pop("plies")
            played = Played(tuple([Ply(*each) for each in plies]), **row)
        except BROKEN:
            return
        texts = key, played.end, played.reason, played.sentence
        is_whole = all(isinstance(each, str) for each in texts)
        if is_whole and played.points in (LOSS, DRAW, WIN):
            self.results[key] = played

    def add(self, key: str, played: Played) -> None:
        """Keep what came of a task."""
        self.results[key] = played
        row = {
            "key": key,
            "plies": [astuple(each) for each in played.plies],
            "end": played.end,
            "points": played.points,
            "reason": played.reason,
            "sentence": played.sentence,
        }
        self._file.write(f"{json.dumps(row)}\n")
        self._file.flush()

    def close(self) -> None:
        """Nothing is added any more."""
        self._file.close()


class Arena:
    """Two sandboxes, one for each side, on one core, while the process lasts."""

    def __init__(self, terms: Terms, core: int | None) -> None:
        self._terms = terms
        self._sandboxes = [Sandbox(core=core) for _ in PLAYERS]

    def result(self, task: Task) -> Played:
        """What comes of a task; board and processes are new for each."""
        terms, board, seats = self._terms, self._terms.board(), dict[str, Seat]()
        sides = PLAYERS if len(task.players) > 1 else (board.start.to_move,)
        rows = zip(sides, task.players, self._sandboxes, strict=False)
        try:
            for side, player, box in rows:
                assert player.picked is not None
                try:
                    sits = submitted(player.picked, box, terms.bank)
                except AssignmentError as fault:
                    return Played((), "", LOSS, reason=NO_FILE, sentence=str(fault))
                seats[side] = sits(Table(board, terms.bank, hides=terms.hides))
            if len(sides) > 1:
                return play(board, seats, task.opening)
            played = play(board, seats, (), most=1)
        finally:
            for box in self._sandboxes:
                remove(box.folder / Bench.stage)
                box.separate_submissions()
        came = played.lost
        is_one = isinstance(came, Fault) and came.kind in OF_THE_MODULE
        if came is None or not (is_one or ends_the_import(came)):
            return Played((), "", WIN)
        return played


def results(
    terms: Terms, tasks: Sequence[Task], players: graders.Graders | Cluster
) -> Iterator[tuple[str, Played]]:
    """What comes of each task, by its key, as graders have done it.

    Raises AssignmentError where the rules fail, or a cluster, and GraderError.
    """
    path = terms.games.get(terms.game)
    play = partial(_played_by_grader, terms, path.read_bytes() if path else b"")

    def order(each: Task) -> graders.Task:
        files = each.players[0].picked
        assert files is not None
        instead = partial(play, each)
        return graders.Task(each.key, lambda: files, page=False, instead=instead)

    for done, graded in players.grade(map(order, tasks), lambda: False):
        if graded.fault:
            is_ours = graded.blame == GraderError.__name__
            raise (GraderError if is_ours else AssignmentError)(graded.fault)
        yield done.content, pickle.loads(graded.record)  # noqa: S301 - a grader's


_arenas: dict[tuple[str, bytes], Arena] = {}  # of a grader's process


def _played_by_grader(
    terms: Terms, rules: bytes, each: Task, sandbox: Sandbox, core: int | None
) -> Graded:
    """What comes of a task in a grader's process, which is sent the game's rules."""
    key = repr(terms), rules  # a cluster's grader may meet several tournaments
    if key not in _arenas:
        path = sandbox.folder / f"rules{len(_arenas)}" / f"{terms.game}.py"
        path.parent.mkdir()
        path.write_bytes(rules)
        games = {terms.game: path} if rules else {}
        _arenas[key] = Arena(replace(terms, games=games), core)
    return Graded(None, 0.0, record=pickle.dumps(_arenas[key].result(each)))


PRIOR = 2.0  # games that everybody has drawn with a player of strength 1
MEAN, SCALE = 1500, 400  # the rating of that one; and of whom it is for ten times that
EXACT, MOST = 1e-12, 100_000  # the last change, relatively; rounds

Points = Mapping[tuple[str, str], float]  # of the first against the second


def strengths(points: Points, prior: float = PRIOR) -> dict[str, float]:
    """How strong each player is, by the model of Bradley and Terry.

    Who is as strong as p wins against q in a share p / (p + q) of the games (Rank
    Analysis of Incomplete Block Designs, Biometrika, 1952); a draw is half a win. The
    strengths under which the results are likeliest are found by minorisation and
    maximisation (Hunter, MM Algorithms for Generalized Bradley-Terry Models, The Annals
    of Statistics, 2004, equation 3), all from all that was before. The `prior` games
    keep who wins all from being endlessly strong. Sums are rounded once, so that
    neither the order of players nor of games matters.
    """
    names = dict.fromkeys(name for pair in points for name in pair)
    rivals: dict[str, list[tuple[str, float]]] = {name: [] for name in names}
    for one, other in {tuple(sorted(pair)) for pair in points}:
        games = points.get((one, other), 0.0) + points.get((other, one), 0.0)
        rivals[one].append((other, games))
        rivals[other].append((one, games))
    won = {
        name: fsum(
            (prior / 2, *(each for (one, _), each in points.items() if one == name))
        )
        for name in names
    }
    strength = dict.fromkeys(names, 1.0)
    for _ in range(MOST):
        before = strength
        strength = {}
        for name, own in before.items():
            shares = [games / (own + before[rival]) for rival, games in rivals[name]]
            strength[name] = won[name] / fsum((prior / (own + 1), *shares))
        if all(abs(strength[n] - old) <= EXACT * old for n, old in before.items()):
            break
    return strength


def ratings(points: Points) -> dict[str, int]:
    """The ratings of Elo's scale, in whole points: 400 more for ten times as strong."""
    return {
        name: round(MEAN + SCALE * log10(strength))
        for name, strength in strengths(points).items()
    }


@dataclass(slots=True)
class Standing:
    """How one player fares: of each rival the points, and by what games were lost."""

    player: Player
    rank: int = 0
    rating: int | None = None
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: dict[str, float] = field(default_factory=dict)  # by rival
    reasons: Counter[str] = field(default_factory=Counter)

    @property
    def total(self) -> float:
        """All points."""
        return sum(self.points.values())  # of halves, so that no sum is rounded

    @property
    def games(self) -> int:
        """How many were played."""
        return self.won + self.drawn + self.lost

    def lost_by(self) -> str:
        """By what games were lost before their end, the most frequent first."""
        counts = sorted(self.reasons.items(), key=lambda pair: (-pair[1], pair[0]))
        return ", ".join(f"{reason} {count}" for reason, count in counts)


def standings(players: Sequence[Player], results: Results) -> list[Standing]:
    """The standing of each, by points and then by name; at last who takes no part."""
    rows = {each.name: Standing(each) for each in players}
    for each, played in results:
        names = each.names
        for side, rival in ((MAX, MIN), (MIN, MAX)):
            row, points = rows[names[side]], played.points_of(side)
            before = row.points.get(names[rival], 0.0)
            row.points[names[rival]] = before + points
            row.won += points == WIN
            row.drawn += points == DRAW
            row.lost += points < DRAW
            row.reasons.update([played.reason] if played.reason and not points else [])
    pairs = {
        (n, rival): p for n, row in rows.items() for rival, p in row.points.items()
    }
    rated = ratings(pairs)
    ordered = sorted(
        rows.values(),
        key=lambda row: (bool(row.player.absent_because), -row.total, row.player.name),
    )
    for place, row in enumerate(ordered, 1):
        above = ordered[place - 2] if place > 1 else row
        row.rank = above.rank if place > 1 and above.total == row.total else place
        row.rating = rated.get(row.player.name)
    return ordered


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
        why = parts.as_html(player.absent_because)
        yield f"<p>{parts.isolated(player.name)} takes no part: {why}</p>"
    yield "<h2>Points of each row against each column</h2>"

    def against_each(row: Standing) -> list[str]:
        return [points_text(row.points[n]) if n in row.points else "–" for n in names]

    yield _table("pairs", ("", *map(parts.isolated, names)), playing, against_each)
    yield "<h2>Games</h2>"


def _table(
    label: str,
    titles: Sequence[str],
    rows: Sequence[Standing],
    cells: Callable[[Standing], Sequence[str]],
) -> str:
    lines = (
        parts.table_row(parts.isolated(row.player.name), cells(row)) for row in rows
    )
    return parts.scrolled_table(label, parts.header_cells_html(titles), "".join(lines))


def _texts(row: Standing) -> tuple[str, ...]:
    record = f"{row.won}–{row.drawn}–{row.lost}"
    amounts = f"{row.rank}", points_text(row.total), f"{row.games}", record
    return (*amounts, f"{row.rating}", row.lost_by())
