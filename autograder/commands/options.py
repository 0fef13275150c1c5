"""What the options of all commands have in common."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NoReturn

from autograder.commands.streams import LONGEST_LINE, complain, show
from autograder.project import TREES
from autograder.text import clean

WIDTH = 80


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
