"""What commands share: their options, and what they print to.

A terminal may lack signs, be closed, or have gone.
"""

from __future__ import annotations

import argparse
import codecs
import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from autograder.errors import AssignmentError
from autograder.game import Content
from autograder.project import INSTALLED, PROJECT, TREES
from autograder.text import clean, wrapped
from autograder.trees.marked import Fields, Source, parse

LONGEST_LINE = 4000  # characters
WIDTH, LONGEST = 80, 400  # of a line, and of a sentence
LOOKALIKES = dict(
    zip("✓✗–—·…×−’‘“”αβ±≤≥△▽→─│├└", "vx--.~x-''\"\"ab~<>^v>-|++", strict=True)
) | {"∞": "inf"}


def show(text: str) -> None:
    """Print, even where the reader has gone (`| head`) or never was."""
    try:
        print(text, flush=True)  # noqa: T201 - what commands print with
    except OSError as fault:  # what is left to print would be told twice
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(fault, BrokenPipeError):
            raise


def tell(sentence: str) -> None:
    """Print a sentence, in lines of a terminal's width."""
    show("\n".join(wrapped(clean(sentence, LONGEST), WIDTH, rest="    ")))


def complain(text: str) -> None:
    """Say on stderr what went wrong; in no line does anything act on its reader."""
    lines = (clean(line, LONGEST_LINE) for line in text.split("\n"))
    print("\n".join(lines), file=sys.stderr)  # noqa: T201 - likewise


def prepare_streams() -> None:
    """A terminal that lacks a sign shows another; one that is closed shows nothing.

    What is closed must not be taken by the next file that is opened, nor be None,
    which has no `write`.
    """
    codecs.register_error("lookalikes", lookalikes)
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
        stream = getattr(sys, name)
        if stream is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(os.devnull, mode))  # noqa: PTH123, SIM115 - stays
        elif isinstance(stream, io.TextIOWrapper) and name != "stdin":
            stream.reconfigure(errors="lookalikes")


def lookalikes(error: UnicodeError) -> tuple[str, int]:
    """Where the terminal's encoding lacks a sign, one of ASCII that is as wide."""
    assert isinstance(error, UnicodeEncodeError)
    lacking = error.object[error.start : error.end]
    return "".join(LOOKALIKES.get(sign, "?") for sign in lacking), error.end


# Millions of steps of a search for repairs, and how many it may have. A million takes
# 0.7 to 1.1 s of CPU time here where a search is long (benchmarks/explain.py), so that
# a program costs 20 s at home and on a platform at most, and 8 s in a class.
AT_HOME, IN_CLASS, MOST_STEPS = 20.0, 8.0, 1000
USUAL = "AUTOGRADER_EXPLAIN"  # the environment's variable with another default
OF_PACKAGE = "graded by the assignment of the package, {}; --assignment DIR names yours"
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


def add_number(
    command: Parser, name: str, bounds: tuple[int, int], default: int, purpose: str
) -> None:
    """An option whose value is a whole number within bounds, with its default."""
    command.add_argument(
        name,
        type=whole(*bounds),
        default=default,
        metavar="N",
        help=f"{purpose} (default: {default})",
    )


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


def tell_which(title: str, folder: Path) -> None:
    """Say that the assignment is the package's, which nobody has named; in no clone."""
    if folder == TREES and PROJECT == INSTALLED:
        complain(OF_PACKAGE.format(clean(title, WIDTH)))


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
