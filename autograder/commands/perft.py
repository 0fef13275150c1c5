"""The command `perft`: how many lines of play a game has, by their length."""

from __future__ import annotations

import argparse
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from autograder.assignment.reading import FILE
from autograder.commands.options import Parser, add_assignment
from autograder.commands.streams import show
from autograder.errors import AssignmentError, OptionError
from autograder.game import Content
from autograder.kinds.game import words
from autograder.kinds.game.lines import (
    MOST_LINES,
    MOST_PLIES,
    Length,
    TooManyLines,
    of_openspiel,
    of_rules,
    options_at,
)
from autograder.sandbox.workers import FLAG
from autograder.text import clean, listed
from autograder.trees import openspiel, rules
from autograder.trees.marked import Fields, Source, parse, unknown_key

DEPTH = 4
NAME = "name"  # which game of OpenSpiel
SHOWN = 300  # characters of what a game says
EXAMPLE = "expected OPTION=VALUE, such as piles=1,3,5,7"
MISSING = (
    f"OpenSpiel is not installed; `{openspiel.INSTALL}` needs Python 3.11 or newer"
)
UNKNOWN = (
    "there is no game {}, and no such folder; there are {}, and with --assignment DIR "
    "the games of that course"
)
NO_FOLDER = "{}: --question is for a student's folder, and there is none of that name"
NO_OPTIONS = "{}: a folder's games have the options of their questions"
QUOTES = ("[", "{", '"', "'")  # with which a value of YAML says itself what it is


def add_options(command: Parser) -> None:
    """The options of `perft`."""
    command.add_argument(
        "game",
        metavar="GAME",
        help=f"as `game` of a tree file names it: a rule game, or {openspiel.GAME}; "
        "or a student's folder, counted beside the right game",
    )
    command.add_argument(
        "options",
        nargs="*",
        metavar="OPTION=VALUE",
        help="the game's own, as piles=1,3,5,7; of OpenSpiel also its name, as "
        "name=othello",
    )
    command.add_argument(
        "--depth",
        type=_plies,
        default=DEPTH,
        metavar="N",
        help=f"the longest lines, in plies (default: {DEPTH})",
    )
    command.add_argument(
        "--divide",
        action="store_true",
        help="also those of the last length by their first action",
    )
    command.add_argument(
        "--question",
        metavar="NAME",
        help="of a folder only this question",
    )
    add_assignment(command)
    command.add_argument(
        FLAG, action="store_true", help="run code that this system cannot isolate"
    )


def _plies(text: str) -> int:
    plies = int(text) if text.isdecimal() and len(text) <= len(str(MOST_PLIES)) else 0
    if not 1 <= plies <= MOST_PLIES:
        raise argparse.ArgumentTypeError(f"expected a number from 1 to {MOST_PLIES}")
    return plies


def run(options: argparse.Namespace) -> int:
    """Count the lines of a game, and show each length as soon as it is counted.

    Raises AssignmentError for a game or an option that there is not, for rules that
    fail, and at the first length that has too many lines.
    """
    with _faults(options):
        if _is_folder(options):
            from autograder.commands import counting  # noqa: PLC0415 - it grades, nearly

            if options.options:
                given = clean(" ".join(options.options), SHOWN)
                raise AssignmentError(NO_OPTIONS.format(given))
            return counting.run(options, Path(options.game))
        if options.question:
            game = clean(options.game, SHOWN)
            raise AssignmentError(NO_FOLDER.format(game))
        return _of_game(options)


@contextmanager
def _faults(options: argparse.Namespace) -> Iterator[None]:
    """Whatever is wrong with a game is AssignmentError."""
    title = " ".join((options.game, *options.options))
    try:
        yield
    except TooManyLines as fault:
        raise AssignmentError(words.too_many(title, fault.plies, MOST_LINES)) from None
    except OptionError as fault:
        own = fault.message if options.game == openspiel.GAME else str(fault)
        raise AssignmentError(clean(f"{options.game}: {own}", SHOWN)) from None
    except rules.BadGame as fault:
        raise AssignmentError(clean(f"{options.game}: {fault}", SHOWN)) from None


def _is_folder(options: argparse.Namespace) -> bool:
    """Whether what is named is a submission; a game of the same name goes before it."""
    is_game = options.game in rules.games_near(options.assignment / FILE)
    return (
        not is_game and options.game != openspiel.GAME and Path(options.game).exists()
    )


def _of_game(options: argparse.Namespace) -> int:
    """Count the lines of a game that is named."""
    title = " ".join((options.game, *options.options))
    last = None
    with closing(_lengths(options)) as lengths:
        for last in lengths:
            if last.plies == 1:
                show(words.heading(title))
            show(words.row(last.plies, last.lines))
    if last is None:
        raise AssignmentError(f"{clean(title, SHOWN)}: it is over where it begins")
    if last.plies < options.depth:
        show(words.over(last.plies))
    if options.divide:
        show(words.by_action(last.plies, last.by_action))
    return 0


def _lengths(options: argparse.Namespace) -> Generator[Length, None, None]:
    """The lengths of the lines of the game that is named."""
    given = _given(options.options)
    if options.game == openspiel.GAME:
        return of_openspiel(_of_openspiel(given), options.depth)
    games = rules.games_near(options.assignment / FILE)
    if options.game not in games:
        there = listed((*games, openspiel.GAME), len(games) + 1)
        unknown = clean(options.game, SHOWN)
        raise AssignmentError(UNKNOWN.format(unknown, there))
    path = games[options.game]
    _check_options(path, given)
    return of_rules(path, given, options.depth)


def _check_options(path: Path, given: Mapping[str, Content]) -> None:
    """AssignmentError unless these are options of a rule game, and all it needs."""
    known = options_at(path)
    for key in given:
        if key not in known:
            raise AssignmentError(f"{path.stem}: {unknown_key(key, tuple(known))}")
    missing = tuple(key for key, must in known.items() if must and key not in given)
    if missing:
        raise AssignmentError(f"{path.stem} needs {listed(missing)}; {EXAMPLE}")


def _of_openspiel(given: dict[str, Content]) -> openspiel.NamedGame:
    """The game of OpenSpiel; AssignmentError where it has no name, or there is none."""
    name = given.pop(NAME, None)
    if not isinstance(name, str):
        raise AssignmentError(f"{openspiel.GAME} needs a name, such as name=othello")
    if not openspiel.is_installed():
        raise AssignmentError(MISSING)
    return openspiel.NamedGame(name, tuple(given.items()))


def _given(texts: list[str]) -> dict[str, Content]:
    """The options by name, whose values are read as a tree file's are."""
    given: dict[str, Content] = {}
    for text in texts:
        key, sign, value = text.partition("=")
        if not key or not sign or not value.strip():
            raise AssignmentError(f"{clean(text, SHOWN)}: {EXAMPLE}")
        if key in given:
            raise AssignmentError(f"{clean(key, SHOWN)} is given twice")
        given[key] = _value(key, value)
    return given


def _value(key: str, text: str) -> Any:
    """A number, a truth value, a text, or a list where there are commas."""
    is_list = "," in text and not text.startswith(QUOTES)
    source = Source(Path(key))
    node = parse(source, f"[{text}]" if is_list else text)
    value = Fields(source).plain(node) if node is not None else None
    if source.problems:
        wrong = source.problems[0].message
        raise AssignmentError(clean(f"{key}: {wrong}", SHOWN))
    return value
