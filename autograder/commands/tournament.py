"""The command `tournament`: all pairs of a class play, and a standing comes of it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from autograder import files
from autograder.assignment.reading import FILE
from autograder.classroom import tournament
from autograder.classroom.course import Handed
from autograder.classroom.exports.reading import KINDS, read
from autograder.classroom.gradebooks.grades import points_text
from autograder.classroom.running.grader import Setting
from autograder.classroom.running.graders import Graders
from autograder.classroom.running.plan import Progress
from autograder.classroom.running.state import scratch, state_of
from autograder.classroom.students import enrol
from autograder.classroom.tournament import (
    Journal,
    Player,
    Results,
    Standing,
    Task,
    Terms,
)
from autograder.commands.classroom_options import add_graders, graders_for, require_dask
from autograder.commands.game_options import add_game_options, board_and_openings
from autograder.commands.options import Parser, complain, given_options, show, tell
from autograder.commands.stopping import Stopped, Stopping
from autograder.errors import AssignmentError
from autograder.kinds.match.playing import (
    MODULE,
    PLAYERS,
    TIME,
    Board,
    Played,
    guard_of,
)
from autograder.project import PROJECT, TRUSTED
from autograder.sandbox import workers
from autograder.sandbox.sandbox import Sandbox
from autograder.text import clean, column_count, count_text, path_shown
from autograder.trees import rules
from autograder.uploads import staging

if TYPE_CHECKING:
    from autograder.classroom.cluster import Cluster

ROUNDS, PLIES = 3, 2
JOURNAL = "games.jsonl"
NAME, SHOWN = 40, 200  # characters
FEW = "{}: a tournament needs two programs that play, and there is {}"
FEWER = "there is no more than {} of so many plies, and each is played"
KEPT = "{} What was played is kept in {}; run the same again to go on."
BY_TIME = (
    "{} ended by time, which may be otherwise on another machine: these programs "
    "compute or wait too long for each visit."
)


def add_options(command: Parser) -> None:
    """The options of `tournament`."""
    command.add_argument(
        "submissions",
        type=Path,
        metavar="SUBMISSIONS",
        help="what `class` takes: an export, or a folder of folders, zips and files; "
        f"each has {MODULE}.py",
    )
    command.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="DIR",
        help="where games.csv, standing.csv and tournament.html go",
    )
    rounds = "--rounds", ROUNDS, "openings, each played by each pair from both sides"
    add_game_options(command, rounds, PLIES)
    command.add_argument(
        "--as", dest="kind", choices=KINDS, default="", help="what it is"
    )
    add_graders(command, "games", "play")


Plays = Callable[[Sequence[Task]], Iterator[tuple[str, Played]]]


def run(options: argparse.Namespace) -> int:
    """Play all games that were not played yet, and write the files.

    Raises AssignmentError for what cannot be played, and GraderError.
    """
    with Stopping() as stopping:
        try:
            with stopping.raising_at_signals():
                return _run(options)
        except Stopped as stop:
            complain(KEPT.format(stop, path_shown(options.out / JOURNAL)))
            return stop.exit_status


def _run(options: argparse.Namespace) -> int:
    require_dask(options)
    board, lines = board_and_openings(options, options.rounds)
    if len(lines) < options.rounds:
        tell(FEWER.format(count_text(len(lines), "opening")))
    enrolment = enrol(read(options.submissions, (MODULE,), options.kind), None)
    for note in enrolment.notes:
        tell(note)
    if not options.trust_submissions:
        secrets = options.assignment, PROJECT / TRUSTED, options.submissions
        with Sandbox() as sandbox:
            workers.require_unreadable_secrets(
                sandbox.layers, options.submissions, secrets
            )
    terms = _terms(options)
    options.out.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        journal = stack.enter_context(closing(Journal(options.out / JOURNAL)))
        graders = stack.enter_context(_graders(options, board))
        plays = partial(tournament.results, terms, players=graders)
        counting = enrolment.to_grade()
        there = [_player(each) for each in enrolment.handed if each.name in counting]
        players = _tried(there, terms, journal, plays)
        playing = [each for each in players if not each.absent_because]
        if len(playing) < 2:
            for each in (p for p in players if p not in playing):
                tell(f"{each.name} takes no part: {each.absent_because}")
            raise AssignmentError(
                FEW.format(path_shown(options.submissions), len(playing))
            )
        games = [*tournament.games_of(terms, playing, lines)]
        _play(games, journal, plays)
        results = [(each, journal.results[each.key]) for each in games]
    rows = tournament.standings(players, results)
    _write(options, rows, results)
    return 0


def _terms(options: argparse.Namespace) -> Terms:
    game, *given = options.game
    games = rules.games_near(options.assignment / FILE)
    how = options.bank, options.no_data, state_of(options.assignment, {}).digest()
    return Terms(game, given_options(given), games, *how)


@contextmanager
def _graders(options: argparse.Namespace, board: Board) -> Iterator[Graders | Cluster]:
    """Who plays games: the graders of this machine or of a cluster."""
    folder, handed = options.assignment.resolve(), options.submissions.resolve()
    patience = len(PLAYERS) * guard_of(options.bank, board.letters)
    with scratch(options.out / str(os.getpid())) as own:  # two may have one `out`
        setting = Setting(folder, handed, options.trust_submissions, own, scratch=own)
        with graders_for(options, setting, patience) as graders:
            yield graders


def _player(handed: Handed) -> Player:
    """Who plays a submission; why it takes no part, if it does not."""
    students = "; ".join(student.name for student in handed.students)
    try:
        picked = staging.pick(handed.files(), (MODULE,))
    except AssignmentError as fault:
        return Player(handed.name, students, absent_because=clean(str(fault), SHOWN))
    return Player(handed.name, students, picked)


def _tried(
    players: Sequence[Player], terms: Terms, journal: Journal, plays: Plays
) -> list[Player]:
    """The players, each of whom was asked for a move, and why one takes no part."""
    tasks = {p.name: tournament.task(terms, (p,)) for p in players if p.picked}
    _play(tasks.values(), journal, plays)
    reasons = {name: journal.results[task.key].sentence for name, task in tasks.items()}
    return [
        replace(each, absent_because=each.absent_because or reasons[each.name])
        for each in players
    ]


def _play(tasks: Iterable[Task], journal: Journal, plays: Plays) -> None:
    """Do what the journal does not have yet, and put it there."""
    left = {each.key: each for each in tasks if each.key not in journal.results}
    if not left:
        return
    with Progress(len(left), sys.stderr, unit="game") as progress:
        for key, played in plays([*left.values()]):
            journal.add(key, played)
            progress.count(fault=False)


def _write(
    options: argparse.Namespace,
    rows: Sequence[Standing],
    results: Results,
) -> None:
    """Write the files, and show the standing."""
    names = [clean(row.player.name, NAME) for row in rows]
    width = max(map(column_count, names))
    show(f"rank  {'player':{width}}  points  rating")
    for row, name in zip(rows, names, strict=True):
        shown = name + " " * (width - column_count(name))
        if reason := clean(row.player.absent_because, SHOWN):
            show(f"   –  {shown}  takes no part: {reason}")
        else:
            lost = f"  lost by {row.lost_by()}" if row.reasons else ""
            points = points_text(row.total)
            show(f"{row.rank:4}  {shown}  {points:>6}  {row.rating:6}{lost}")
    if by_time := sum(played.reason == TIME for _, played in results):
        tell(BY_TIME.format(count_text(by_time, "game")))
    title = f"Tournament: {' '.join(options.game)}"
    texts = {
        "games.csv": tournament.games_csv(results),
        "standing.csv": tournament.standing_csv(rows),
        "tournament.html": tournament.tournament_html(title, rows, results),
    }
    for name, text in texts.items():
        files.write_text(options.out / name, text)
        show(f"wrote {path_shown(options.out / name)}")
