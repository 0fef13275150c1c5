"""The command `play`: a game between two programs, or with a person, move by move."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from autograder import files
from autograder.assignment.reading import FILE
from autograder.commands.game_options import add_game_options, board_and_openings
from autograder.commands.options import Parser, add_path, show
from autograder.errors import AssignmentError
from autograder.game import MAX, MIN
from autograder.kinds.match import playing
from autograder.kinds.match.kind import ending, page_of_games
from autograder.kinds.match.playing import Ply, Spot
from autograder.kinds.match.question import Playing
from autograder.observing.outcome import Outcome, Returned
from autograder.project import PROJECT, TRUSTED, places_above
from autograder.sandbox import workers
from autograder.sandbox.sandbox import Sandbox
from autograder.text import clean, count_text, listed, path_shown
from autograder.uploads import staging
from autograder.uploads.reading import uploads

ME = "me"  # the player at the terminal
NAME = 40  # characters of a player's name
NOBODY = "{}: there is no such file or folder, and no player of that name; there are {}"
NOT_LEGAL = "there is no action {}; type its number, or its name"


def add_options(command: Parser) -> None:
    """The options of `play`."""
    for name, who in (("A", "MAX in the first game"), ("B", "MIN")):
        command.add_argument(
            name.lower(),
            metavar=name,
            help=f"{who}: a submission that has {playing.MODULE}.py, a player of ours "
            f"by its name, or `{ME}`, which is you",
        )
    games = "--games", 1, "games; each opening is played from both sides"
    add_game_options(command, games, plies=0)
    add_path(command, "--page", "FILE", "write a page to step through as well")


def run(options: argparse.Namespace) -> int:
    """Play games, and show each move as it comes.

    Raises AssignmentError where there is no such game or player, and GraderError where
    no worker can be had.
    """
    title = " ".join(options.game)
    board, lines = board_and_openings(options, options.games)
    names = _names(Path(options.a), Path(options.b))
    new_table = partial(playing.Table, board, options.bank, hides=options.no_data)
    totals = dict.fromkeys(names, 0.0)
    games = []
    with ExitStack() as stack:
        who = zip(names, (options.a, options.b), strict=True)
        sits = {name: _sits(player, options, stack) for name, player in who}
        if options.page is not None:  # before anybody plays: it may not be writable
            files.write_text(options.page, page_of_games(title, ()))
        for number in range(options.games):
            turn = 1 if number % 2 == 0 else -1  # the other side's in every second game
            sides = dict(zip(playing.PLAYERS, names[::turn], strict=True))
            pair = f"{sides[MAX]} (MAX) against {sides[MIN]} (MIN)"
            show(f"{title}: {pair}, {count_text(options.bank, 'visit')} each")
            opening = lines[number // 2 % len(lines)]
            seats = {side: sits[name](new_table()) for side, name in sides.items()}
            watch = partial(_show_move, sides)
            played = playing.play(board, seats, opening, watch=watch)
            show(f"{ending(played, sides)}\n")
            games.append((sides, played))
            for side, name in sides.items():
                totals[name] += played.points_of(side)
    if options.games > 1:
        told = ", ".join(f"{name} {points:g}" for name, points in totals.items())
        show(f"{count_text(options.games, 'game')}: {told}")
    if options.page is not None:
        files.write_text(options.page, page_of_games(title, games))
        show(f"wrote {options.page}")
    return 0


def _names(*paths: Path) -> list[str]:
    """What players are called: two of one name by their folders, or A and B."""
    names = [clean((p.name if p.is_dir() else p.stem) or str(p), NAME) for p in paths]
    above = [clean(path.absolute().parent.name, NAME) for path in paths]
    numbered = [f"{name} {sign}" for name, sign in zip(names, "AB", strict=True)]
    return next(each for each in (names, above, numbered) if len({*each}) > 1)


def _show_move(sides: Mapping[str, str], number: int, ply: Ply, behind: Spot) -> None:
    """Show the number of a move, who makes it, what is behind it, and its visits."""
    who = "(opening)" if ply.visits is None else sides[ply.mover]
    visits = "" if ply.visits is None else count_text(ply.visits, "visit")
    row = f"{number:3}  {who:12}  {ply.action:20}  {behind.label:20}  {visits}"
    show(row.rstrip())


def _sits(who: str, options: argparse.Namespace, stack: ExitStack) -> playing.Sits:
    """How a player takes a seat; its sandbox is closed with the stack."""
    if who == ME:
        return Person
    places = places_above((options.assignment / FILE).absolute())
    known, path = Playing(who, playing.MODULE, places=places).players(), Path(who)
    if who in known and not path.exists():
        return playing.trusted(known[who])
    if not path.exists():
        there = listed((*known, ME), len(known) + 1)
        raise AssignmentError(NOBODY.format(clean(who, NAME), there))
    sandbox = stack.enter_context(Sandbox())
    if not options.trust_submissions:
        secrets = options.assignment, PROJECT / TRUSTED
        workers.require_unreadable_secrets(sandbox.layers, path, secrets)
    try:
        picked = staging.pick(uploads(path), (playing.MODULE,))
        return playing.submitted(picked, sandbox, options.bank)
    except AssignmentError as fault:
        raise AssignmentError(f"{path_shown(path)}: {fault}") from None


class Person(playing.Seat):
    """Whoever sits at the terminal."""

    def choose(self, spot: Spot) -> Outcome:
        """The action that is typed, by its name or its number."""
        actions = self.table.actions(spot)
        numbered = dict(enumerate(actions, 1))
        rows = (f"  {number}  {name}" for number, name in numbered.items())
        show("\n".join((f"you are to move at {spot.label}:", *rows)))
        for line in sys.stdin:
            typed = line.strip()
            number = int(typed) if typed.isdecimal() and len(typed) < 4 else 0
            action = typed if typed in actions else numbered.get(number)
            if action is not None:
                return Returned("str", text=action)
            if typed:
                show(NOT_LEGAL.format(clean(typed, NAME)))
        raise AssignmentError("nobody is at the terminal any more")
