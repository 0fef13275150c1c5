"""The command `answers`: compute what is right, or compare it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_hex

from autograder import files
from autograder.answers.file import secret_path
from autograder.assignment.questions import IN_TIME, Assignment
from autograder.assignment.reading import FILE
from autograder.commands.options import Parser, add_flag, add_folder, show
from autograder.commands.stubs import check_adapters
from autograder.files import visible
from autograder.kinds import prices
from autograder.kinds.all import ORPHAN, load, require_fresh, stale_answer_files
from autograder.kinds.kind import Onlooker
from autograder.project import TRUSTED
from autograder.report.terminal import StatusLine
from autograder.text import clean, listed, points

LONG = (
    "{}: budget {:g}: Gradescope ends a grading after 600 s unless its course is given "
    "more, and then no test has a score; at most {:g} end in time"
)

LONGEST_TITLE = 80
UNUSED = "{}: right programs of other shapes are used no longer; the folder may go"


def add_options(command: Parser) -> None:
    """The options of `answers`."""
    add_folder(command)
    add_flag(command, "--check", "only compare them with those on disk")


def run(options: argparse.Namespace) -> int:
    """Compute the answers; with --check, compare them with those on disk."""
    assignment = load(options.assignment)
    for sentence in cautions(assignment):
        show(sentence)
    with progress_line() as watch:
        if options.check:
            require_fresh(assignment, watch)
            return 0
        write_stale(assignment, watch)
    check_adapters(assignment)
    if line := prices.assignment_prices_in_one_line(assignment):
        show(line)
    show(points_sentence(assignment))
    return 0


def points_sentence(assignment: Assignment) -> str:
    """What all its tests are worth; pytest alone tells that of those in Python."""
    own = tuple(path.name for path in visible(assignment.folder, "test_*.py"))
    more = f", and those of {listed(own)}" if own else ""
    title = clean(assignment.title, LONGEST_TITLE)
    return f"{title}: {points(assignment.max_points())} points{more}"


NO_UNSEEN = (
    "{}: unseen: none: a table of what students see earns all that they see, and no "
    "report says so"
)


def cautions(assignment: Assignment) -> Iterator[str]:
    """What is no fault of an assignment, and may become one on Gradescope."""
    styles = assignment.folder / TRUSTED / "styles"
    if styles.is_dir():
        yield UNUSED.format(styles)
    if assignment.budget > IN_TIME:
        yield LONG.format(assignment.folder / FILE, assignment.budget, IN_TIME)
    if not assignment.unseen:
        yield NO_UNSEEN.format(assignment.folder / FILE)


def write_stale(assignment: Assignment, watch: Onlooker) -> None:
    """Write the answers that are not as the reference tells them, and tell of each.

    Those to what is asked no more are removed. A secret stays as it is.
    """
    for path, text in stale_answer_files(assignment, watch):
        if text is None:
            path.unlink()
            watch.tell(f"removed {path}, which {ORPHAN}")
        else:
            files.write_text(path, text)
            watch.tell(f"wrote {path}")
    if not secret_path(assignment).exists():
        files.write_text(secret_path(assignment), token_hex())


@contextmanager
def progress_line() -> Iterator[Onlooker]:
    """A line that shows what comes now, and makes way for what is told."""
    status = StatusLine(sys.stderr)

    def tell(sentence: str) -> None:
        status.close()
        show(sentence)

    try:
        yield Onlooker(status.show, tell)
    finally:
        status.close()
