"""The commands and their options; --help is the text of docs/commands.md."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NoReturn

from autograder.sandbox.trust import FLAG, PROJECT

TREES = PROJECT / "test_trees"
COMMANDS = ("grade", "answers", "show", "adequacy", "bundle")
WIDTH = 80

Command = Callable[[argparse.Namespace], int]


class Parser(argparse.ArgumentParser):
    """One line for an error, in place of the whole usage."""

    def print_help(self, file: object = None) -> None:
        """Print the help, to standard output alone."""
        assert file is None
        show(self.format_help().rstrip())

    def error(self, message: str) -> NoReturn:
        """End with status 2."""
        self.exit(2, f"{self.prog}: {message}; --help lists the options\n")


def parser(run: Mapping[str, Command]) -> argparse.ArgumentParser:
    """The parser; its result has the command's function as `run`."""
    top = Parser(
        prog="run_autograder",
        description="Grade game-tree search, tree by tree.",
        epilog="`grade` may be left out: run_autograder SUBMISSION",
        formatter_class=_help_format,
    )
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    _add_grade(commands, run["grade"])
    _add_answers(commands, run["answers"])
    _add_show(commands, run["show"])
    _add_adequacy(commands, run["adequacy"])
    _add_bundle(commands, run["bundle"])
    return top


Commands = argparse._SubParsersAction  # noqa: SLF001 - it has no public name


def _add_grade(commands: Commands[Parser], run: Command) -> None:
    grade = _add(commands, "grade", run, "grade a folder, a .py file or a zip")
    grade.add_argument(
        "submission",
        nargs="?",
        type=Path,
        metavar="SUBMISSION",
        help="of a .py file, only the questions that ask for it",
    )
    _add_assignment(grade)
    grade.add_argument(
        "--results", type=Path, metavar="FILE", help="write Gradescope's JSON as well"
    )
    grade.add_argument(
        "--page", type=Path, metavar="FILE", help="write an HTML page with the trees"
    )
    grade.add_argument(
        "--question", metavar="NAME", help="only this question, and no checks"
    )
    grade.add_argument(
        "--tree", metavar="GLOB", help="only these trees, and no checks; quote a *"
    )
    grade.add_argument(
        "-v", "--verbose", action="store_true", help="tell the details of what failed"
    )
    grade.add_argument(
        "--no-counterexample",
        action="store_true",
        help="do not look for the smallest tree on which a question fails",
    )
    grade.add_argument(
        FLAG, action="store_true", help="grade code that this system cannot isolate"
    )
    grade.add_argument(
        "--platform",
        type=Path,
        metavar="DIR",
        help="grade DIR/submission into DIR/results, laid out as by Gradescope",
    )


def _add_answers(commands: Commands[Parser], run: Command) -> None:
    answer = _add(commands, "answers", run, "compute the answers of an assignment")
    answer.add_argument(
        "assignment",
        nargs="?",
        type=Path,
        default=TREES,
        metavar="DIR",
        help="the folder of assignment.yaml (default: test_trees)",
    )
    answer.add_argument(
        "--check", action="store_true", help="only compare them with those on disk"
    )


def _add_show(commands: Commands[Parser], run: Command) -> None:
    draw = _add(commands, "show", run, "draw a tree, in the terminal or as a picture")
    draw.add_argument("tree", type=Path, metavar="TREE.yaml", help="a file of one tree")
    draw.add_argument(
        "--svg", type=Path, metavar="FILE", help="write a picture in place of the text"
    )
    draw.add_argument(
        "--values", action="store_true", help="write each state's exact value beside it"
    )


def _add_adequacy(commands: Commands[Parser], run: Command) -> None:
    rate = _add(commands, "adequacy", run, "tell which mistakes the trees can catch")
    rate.add_argument(
        "assignment",
        nargs="?",
        type=Path,
        default=TREES,
        metavar="DIR",
        help="the folder of assignment.yaml (default: test_trees)",
    )
    rate.add_argument("--question", metavar="NAME", help="only this question")
    rate.add_argument(
        "--check",
        action="store_true",
        help="end with status 2 if a mistake is not caught, or too few are told apart",
    )
    rate.add_argument(
        "--suggest",
        nargs="?",
        type=Path,
        const=Path(),
        metavar="FOLDER",
        help="write the smallest trees that close the gaps (default: here)",
    )


def _add_bundle(commands: Commands[Parser], run: Command) -> None:
    pack = _add(commands, "bundle", run, "write autograder.zip and student.zip")
    pack.add_argument("folder", type=Path, metavar="DIR", help="where to write them")
    _add_assignment(pack)
    pack.add_argument(
        "--with-reference",
        action="store_true",
        help="put the reference into autograder.zip, to look for counterexamples there",
    )


def _add(
    commands: Commands[Parser],
    name: str,
    run: Command,
    purpose: str,
) -> Parser:
    command = commands.add_parser(
        name,
        help=purpose,
        description=f"{purpose.capitalize()}.",
        allow_abbrev=False,
        formatter_class=_help_format,
    )
    command.set_defaults(run=run)
    return command


def _add_assignment(command: Parser) -> None:
    command.add_argument(
        "--assignment",
        type=Path,
        default=TREES,
        metavar="DIR",
        help="the folder of assignment.yaml (default: test_trees)",
    )


def _help_format(prog: str) -> argparse.HelpFormatter:
    """The same text on every terminal: docs/commands.md holds it."""
    return argparse.HelpFormatter(prog, width=WIDTH)


def show(text: str) -> None:
    """Print, even where the reader has gone (`| head`) or never was."""
    try:
        print(text, flush=True)  # noqa: T201 - what commands print with
    except OSError as fault:  # what is left to print would be told twice
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(fault, BrokenPipeError):
            raise
