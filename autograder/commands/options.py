"""What the options of all commands have in common."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from autograder.commands.streams import LONGEST_LINE, complain, show
from autograder.errors import AssignmentError
from autograder.game import Content
from autograder.project import TREES
from autograder.text import clean
from autograder.trees.marked import Fields, Source, parse

# Millions of steps of a search for repairs, and how many it may have. A million takes
# 0.7 to 1.1 s of CPU time here where a search is long (benchmarks/explain.py), so that
# a program costs 20 s at home and on a platform at most, and 8 s in a class.
AT_HOME, IN_CLASS, MOST_STEPS = 20.0, 8.0, 1000
USUAL = "AUTOGRADER_EXPLAIN"  # the environment's variable with another default
EXAMPLE = "expected OPTION=VALUE, such as piles=1,3,5,7"
QUOTES = ("[", "{", '"', "'")  # with which a value of YAML says itself what it is
WRONG_USUAL = "{}={}: expected a number of millions of steps, from 0 to {}"


class Parser(argparse.ArgumentParser):
    """One line for an error, in place of the whole usage."""

    def print_help(self, file: object = None) -> None:
        """Print the help, to standard output alone."""
        assert file is None
        show(self.format_help().rstrip())

    def error(self, message: str) -> NoReturn:
        """End with status 2."""
        found = clean(message, LONGEST_LINE)  # without a break of lines, too
        complain(f"{self.prog}: {found}; --help lists the options")
        self.exit(2)


def help_format(prog: str) -> argparse.HelpFormatter:
    """The same text on every terminal: docs/commands.md holds it."""
    return argparse.HelpFormatter(prog, width=WIDTH)


def add_flag(command: argparse._ActionsContainer, name: str, purpose: str) -> None:
    """An option without a value."""
    command.add_argument(name, action="store_true", help=purpose)


def add_path(
    command: argparse._ActionsContainer, name: str, metavar: str, purpose: str
) -> None:
    """An option whose value is a file or a folder."""
    command.add_argument(name, type=Path, metavar=metavar, help=purpose)


def add_explain(
    command: argparse._ActionsContainer, usual: float, more: str = ""
) -> None:
    """The option `--explain`, None where it is not given."""
    command.add_argument(
        "--explain",
        type=_budget,
        metavar="BUDGET",
        help="millions of steps of the search for the line that is wrong; 0 is none "
        f"(default: {usual:g}{more})",
    )


def explain_budget(given: float | None, usual: float) -> float:
    """The millions of steps: given, or from the environment, or the usual ones."""
    if given is not None:
        return given
    try:
        return _budget(os.environ.get(USUAL, str(usual)))
    except (ValueError, argparse.ArgumentTypeError):
        found = clean(os.environ[USUAL], WIDTH)
        raise AssignmentError(WRONG_USUAL.format(USUAL, found, MOST_STEPS)) from None


def _budget(text: str) -> float:
    number = float(text)
    if not 0 <= number <= MOST_STEPS:
        raise argparse.ArgumentTypeError(f"{text}: from 0 to {MOST_STEPS} millions")
    return number


def add_assignment(
    command: Parser, default: Path | None = TREES, otherwise: str = "test_trees"
) -> None:
    """The assignment, beside what else a command is given."""
    command.add_argument(
        "--assignment",
        type=Path,
        default=default,
        metavar="DIR",
        help=f"the folder of assignment.yaml (default: {otherwise})",
    )


def add_folder(command: Parser) -> None:
    """The assignment, where it is all that a command is given."""
    command.add_argument(
        "assignment",
        nargs="?",
        type=Path,
        default=TREES,
        metavar="DIR",
        help="the folder of assignment.yaml (default: test_trees)",
    )


def given_options(texts: list[str]) -> dict[str, Content]:
    """The options by name, whose values are read as a tree file's are."""
    given: dict[str, Content] = {}
    for text in texts:
        key, sign, value = text.partition("=")
        if not key or not sign or not value.strip():
            raise AssignmentError(f"{clean(text, LONGEST_LINE)}: {EXAMPLE}")
        if key in given:
            raise AssignmentError(f"{clean(key, LONGEST_LINE)} is given twice")
        is_list = "," in value and not value.startswith(QUOTES)
        source = Source(Path(key))
        node = parse(source, f"[{value}]" if is_list else value)
        given[key] = Fields(source).plain(node) if node is not None else None
        if source.problems:
            wrong = source.problems[0].message
            raise AssignmentError(clean(f"{key}: {wrong}", LONGEST_LINE))
    return given


def whole(least: int, most: int) -> Callable[[str], int]:
    """What reads a whole number within these bounds from an option's text."""

    def read(text: str) -> int:
        number = int(text) if text.isdecimal() and len(text) <= len(str(most)) else -1
        if not least <= number <= most:
            told = f"expected a number from {least} to {most}"
            raise argparse.ArgumentTypeError(told)
        return number

    return read
