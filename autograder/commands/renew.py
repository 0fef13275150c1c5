"""The command `renew`: write anew what is stale of the answers of all assignments."""

from __future__ import annotations

import argparse
from pathlib import Path

from autograder.assignment.reading import FILE
from autograder.commands.answers import progress_line, write_stale
from autograder.commands.options import Parser, add_flag, add_folder
from autograder.errors import AssignmentError
from autograder.files import visible
from autograder.kinds.all import load, require_fresh


def add_options(command: Parser) -> None:
    """The options of `renew`."""
    add_folder(command)
    add_flag(command, "--check", "only tell which of them are stale")


def run(options: argparse.Namespace) -> int:
    """Renew the answers of the assignments in a folder and below it.

    With --check AssignmentError names all that is stale, and nothing is written.
    """
    problems = []
    for folder in assignments_below(options.assignment):
        assignment = load(folder)
        with progress_line() as watch:
            if not options.check:
                write_stale(assignment, watch)
                continue
            try:
                require_fresh(assignment, watch)
            except AssignmentError as fault:
                problems.append(str(fault))
    if problems:
        raise AssignmentError("\n".join(problems))
    return 0


def assignments_below(folder: Path) -> list[Path]:
    """The folders with an assignment, that one first; AssignmentError without any."""
    found = [path.parent for path in visible(folder, f"**/{FILE}")]
    if not found:
        raise AssignmentError(f"{folder}: no {FILE}, here or below")
    return found
