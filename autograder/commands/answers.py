"""The command `answers`: compute what is right, or compare it."""

from __future__ import annotations

import argparse
import sys

from autograder import files
from autograder.answers import file as answers
from autograder.commands.options import Parser, add_folder
from autograder.commands.streams import show
from autograder.errors import AssignmentError
from autograder.kinds.all import KINDS, load
from autograder.kinds.kind import Watch
from autograder.report.terminal import StatusLine


def add_options(command: Parser) -> None:
    """Its options."""
    add_folder(command)
    command.add_argument(
        "--check", action="store_true", help="only compare them with those on disk"
    )


def run(options: argparse.Namespace) -> int:
    """Compute the answers; with --check, compare them with those on disk."""
    assignment = load(options.assignment)
    status, stale = StatusLine(sys.stderr), []

    def tell(sentence: str) -> None:
        status.close()
        show(sentence)

    watch = Watch(status.show, tell)
    for kind in KINDS.values():
        for path, text in kind.computed(assignment, watch, check=options.check):
            if path.is_file() and path.read_text(encoding="utf-8") == text:
                continue
            stale.append(path)
            if not options.check:
                files.write_text(path, text)
                tell(f"wrote {path}")
    status.close()
    if stale and options.check:
        lines = "\n".join(f"{path}: stale" for path in stale)
        raise AssignmentError(f"{lines}\n{answers.REMEDY}")
    return 0
