"""The options of whatever plays games: which, from where, and with how many visits."""

from __future__ import annotations

import argparse
from pathlib import Path

from autograder import files
from autograder.assignment.reading import FILE
from autograder.commands import options as shared
from autograder.commands.options import Parser, add_assignment, add_flag
from autograder.errors import AssignmentError, OptionError
from autograder.kinds.match import playing
from autograder.kinds.match.playing import Board, opened_board
from autograder.kinds.match.question import BANK, MOST_BANK
from autograder.project import GAMES, TRUSTED
from autograder.sandbox import workers
from autograder.text import path_shown
from autograder.trees import rules

MOST_GAMES, MOST_PLIES = 100, 20
ENDS = "--opening {}: no game goes on for so many plies"


def add_game_options(command: Parser, games: tuple[str, int, str], plies: int) -> None:
    """The options of whatever plays games: which, how many, from where, with what.

    `games` is the option that says how many, with its default and purpose; openings
    have so many `plies` if nothing is said.
    """
    command.add_argument(
        "--game",
        nargs="+",
        required=True,
        metavar=("GAME", "OPTION=VALUE"),
        help="a rule game, such as nim, with its options, such as piles=1,3,5; or "
        "openspiel name=NAME",
    )
    (name, count, purpose), visits = games, "visits that each side has for a game"
    shared.add_number(command, "--bank", (1, MOST_BANK), BANK, visits)
    shared.add_number(command, name, (1, MOST_GAMES), count, purpose)
    opening = "plies drawn before a game begins"
    shared.add_number(command, "--opening", (0, MOST_PLIES), plies, opening)
    command.add_argument(
        "--seed", default="1", metavar="TEXT", help="which openings (default: 1)"
    )
    add_flag(command, "--no-data", "states have no content, and labels tell nothing")
    add_assignment(command)
    add_flag(command, workers.FLAG, "run code that this system cannot isolate")


def board_and_openings(
    options: argparse.Namespace, count: int
) -> tuple[Board, list[tuple[int, ...]]]:
    """The board of the game that is asked for, and openings, so many if there are.

    Raises AssignmentError where there is no such game, or none goes on for so long.
    """
    game, *given = options.game
    if not options.assignment.is_dir():
        raise AssignmentError(f"{path_shown(options.assignment)}: no such folder")
    games = rules.games_near(options.assignment / FILE)
    try:
        board = opened_board(game, shared.given_options(given), games)
    except AssignmentError as fault:
        remedy = _who_has(game)
        if isinstance(fault.__cause__, OptionError):
            remedy = "" if given else f"; write --game {game} OPTION=VALUE"
        elif game in (*games, rules.OPENSPIEL):
            remedy = ""
        raise AssignmentError(f"{fault}{remedy}") from None
    lines = playing.openings(board, count, options.opening, options.seed)
    if not lines:
        raise AssignmentError(ENDS.format(options.opening))
    return board, lines


def _who_has(game: str) -> str:
    """The option that names an assignment here that has the game; or ""."""
    inside = f"*/{TRUSTED}/{GAMES}/{game}.py"
    here = files.visible(Path(), inside) if game.isidentifier() else ()
    return "".join(f"; add --assignment {path.parts[0]}" for path in here[:1])
