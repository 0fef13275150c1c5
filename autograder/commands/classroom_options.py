"""What `class` is told: its options."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from autograder.classroom import lateness, remembering
from autograder.classroom.exports.reading import KINDS
from autograder.classroom.gradebooks import filling
from autograder.classroom.students import KEEP
from autograder.commands.options import (
    IN_CLASS,
    Parser,
    add_assignment,
    add_explain,
)
from autograder.sandbox.workers import FLAG
from autograder.text import listed

MOST_JOBS = 64
ADDRESS = re.compile(r"(\w+://)?[^\s/:]+(:[^\s/]*)?:\d{1,5}")
FEEDBACK = ("html", "canvas", "moodle")


def add_options(command: Parser) -> None:
    """The options of `class`."""
    command.add_argument(
        "submissions",
        type=Path,
        metavar="SUBMISSIONS",
        help="an export of Gradescope, Canvas or Moodle, zipped or unpacked, or a "
        "folder of folders, zips and files",
    )
    command.add_argument(
        "--out", type=Path, metavar="DIR", help="where the grades go, and the store"
    )
    add_assignment(command, None, "that of earlier runs, else test_trees")
    command.add_argument("--as", dest="kind", choices=KINDS, help="what it is")
    command.add_argument(
        "--names",
        metavar="PATTERN",
        help="how files in a folder are named: '{student}-{file}', "
        "'{student}/ps1/{file}'",
    )
    command.add_argument(
        "--grade-anyway",
        action="store_true",
        help="grade though nobody has handed in any file that is asked for",
    )
    command.add_argument(
        "--dry-run", action="store_true", help="tell whose files are which, and stop"
    )
    _add_class(command)
    _add_words(command)
    _add_lms(command)
    _add_choice(command)
    _add_run(command)


def _add_class(command: Parser) -> None:
    group = command.add_argument_group("the class and its grades")
    group.add_argument(
        "--roster", type=Path, metavar="CSV", help="everybody on it has a row"
    )
    group.add_argument(
        "--keep",
        choices=KEEP,
        help="which counts of several submissions of one student (default: last)",
    )
    group.add_argument(
        "--overrides",
        type=Path,
        metavar="CSV",
        help="points set by hand: sid, question or total, points, reason; or sid and "
        "the submission that counts",
    )
    group.add_argument(
        "--forget",
        action="append",
        default=[],
        metavar="NAME",
        help="one of these that an earlier run was told: "
        f"{listed(remembering.NAMES, 99)}; may be repeated",
    )
    group.add_argument(
        "--anonymous",
        action="store_true",
        help="class.html for slides: without names, and with no test but those that "
        "students may see now",
    )


def _add_words(command: Parser) -> None:
    group = command.add_argument_group("lateness, and what people say")
    group.add_argument("--due", metavar="TIME", help="what came after it is late")
    group.add_argument(
        "--late-rule",
        metavar="RULE",
        help=f"what is taken off for that: '{lateness.EXAMPLE}'".replace("%", "%%"),
    )
    group.add_argument(
        "--late",
        type=Path,
        metavar="CSV",
        help="for whom something else holds: sid, extension or deduction, reason",
    )
    group.add_argument(
        "--comments",
        type=Path,
        metavar="CSV",
        help="what people say: sid, question, tree, text, points; with max of a part "
        "by hand",
    )
    group.add_argument(
        "--requests",
        type=Path,
        metavar="CSV",
        help="questions about grades: sid, question, text, state",
    )


def _add_lms(command: Parser) -> None:
    group = command.add_argument_group("the way back into the LMS")
    group.add_argument(
        "--canvas", type=Path, metavar="CSV", help="fill in Canvas's gradebook"
    )
    group.add_argument(
        "--column", metavar="TITLE", help="the column of it: 'Title (123)'"
    )
    group.add_argument(
        "--moodle", type=Path, metavar="CSV", help="fill in Moodle's grading worksheet"
    )
    group.add_argument(
        "--identifier-column",
        metavar="NAME",
        help=f"what it calls the column of numbers (default: {filling.IDENTIFIER})",
    )
    group.add_argument(
        "--grade-column",
        metavar="NAME",
        help=f"what it calls the grades (default: {filling.GRADE})",
    )
    group.add_argument(
        "--late-points",
        action="store_true",
        help="into these, points without what lateness takes off; the LMS must then "
        "not do so, too",
    )
    group.add_argument(
        "--feedback",
        choices=FEEDBACK,
        help="a page for each student, with what students may see now; with canvas or "
        "moodle also feedback.zip",
    )
    group.add_argument(
        "--published",
        action="store_true",
        help="there, and on slides, also tests that students see after the due date, "
        "or after the grades are published; hidden ones never",
    )


def _add_choice(command: Parser) -> None:
    group = command.add_argument_group("what is graded")
    group.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="WHO",
        help="sid, name, submission, or a file of them; may be repeated",
    )
    group.add_argument(
        "--again", action="store_true", help="also what was graded before"
    )
    group.add_argument(
        "--changed",
        action="store_true",
        help="also what was graded before the assignment or the grader changed",
    )
    group.add_argument(
        "--compare",
        type=Path,
        metavar="OLD",
        help="tell whose points are others than in an earlier DIR, and why",
    )


def _add_run(command: Parser) -> None:
    group = command.add_argument_group("how")
    group.add_argument(
        "--jobs", type=_jobs, metavar="N", help="gradings at once (default: the cores)"
    )
    group.add_argument(
        "--cluster",
        type=_address,
        metavar="ADDRESS",
        help="grade on the workers of this scheduler of Dask (docs/cluster.md)",
    )
    add_explain(group, IN_CLASS)
    group.add_argument(
        FLAG, action="store_true", help="grade code that this system cannot isolate"
    )


def _jobs(text: str) -> int:
    count = int(text) if text.isdecimal() else 0
    if not 1 <= count <= MOST_JOBS:
        raise argparse.ArgumentTypeError(f"expected a number from 1 to {MOST_JOBS}")
    return count


def _address(text: str) -> str:
    if not ADDRESS.fullmatch(text):
        raise argparse.ArgumentTypeError(
            "expected the address of a scheduler, as tcp://10.0.0.1:8786"
        )
    return text
