"""The command `answers`: compute what is right, or compare it.

Stubs, graded as they are, tell what is wrong with an adapter before anybody has written
anything: a module of the course, with which they are called.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory

from autograder import files
from autograder.answers.file import secret_path
from autograder.assignment.questions import IN_TIME, Assignment
from autograder.assignment.reading import FILE
from autograder.commands.options import Parser, add_flag, add_folder, show
from autograder.errors import AssignmentError
from autograder.files import visible
from autograder.grading.grading import grade_all_tests, opened_grading
from autograder.judging.verdicts import of_fault
from autograder.kinds import prices
from autograder.kinds.all import (
    ORPHAN,
    assignment_with_answers,
    load,
    require_fresh,
    stale_answer_files,
)
from autograder.kinds.entries import AnyJudged
from autograder.kinds.game.question import Rules
from autograder.kinds.kind import Onlooker
from autograder.observing.outcome import OF_COURSES, Fault
from autograder.project import PROJECT, TRUSTED
from autograder.report.gradebook import Gradebook
from autograder.report.terminal import StatusLine
from autograder.sandbox.sandbox import Sandbox
from autograder.text import clean, listed, points
from autograder.uploads.adapters import adapters_of, check

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


# What students begin with, graded as it is: it must earn nothing, and be usable.
UNFIT = "{}: with the course's own stubs: {}"


def stubs_of(assignment: Assignment, root: Path) -> dict[str, Path]:
    """What students begin with, by paths: the course's own stubs, or one a module.

    Raises AssignmentError where a question has none.
    """
    folder = assignment.interface.stubs
    if folder is not None:
        paths = [path for path in visible(folder, "**/*") if path.is_file()]
        kept = [path for path in paths if path.parent.name != "__pycache__"]
        return {path.relative_to(folder).as_posix(): path for path in kept}
    questions = {each.module: each for each in assignment.all_questions()}
    first = next(iter(questions.values()))
    stubs = {}
    for module in assignment.handed_in():
        asked = questions.get(module, first)
        of = asked.stub_folder if isinstance(asked, Rules) else ""
        path = asked.places.stub_path(module, root, of)
        if not path.is_file():
            raise AssignmentError(f"{path}: there is no stub for this question")
        stubs[path.name] = path
    return stubs


def graded_stubs(
    assignment: Assignment, stubs: Mapping[str, Path]
) -> Sequence[AnyJudged]:
    """What comes of each test with the stubs as they are."""
    with TemporaryDirectory() as folder, Sandbox() as sandbox:
        for name, path in stubs.items():
            Path(folder, name).parent.mkdir(parents=True, exist_ok=True)
            Path(folder, name).write_bytes(path.read_bytes())
        gradebook = Gradebook(None)
        report = gradebook.report
        grading = opened_grading(
            assignment, Path(folder), sandbox, report, trusted=True
        )
        return [*grade_all_tests(grading, gradebook).values()]


def check_adapters(assignment: Assignment) -> None:
    """Raise AssignmentError where a module of the course cannot do its work.

    It is read, and then called with the course's own stubs, if there are any. The
    answers must be there.
    """
    if not any(adapters_of(assignment)):
        return
    assignment = assignment_with_answers(assignment)
    check(assignment)
    if assignment.interface.stubs is None:
        return
    paths = {question.name: path for question, path in adapters_of(assignment)}
    told = {
        UNFIT.format(paths[judged.test.question.name], each.message)
        for judged in graded_stubs(assignment, stubs_of(assignment, PROJECT))
        for each in judged.result.observed.all_outcomes
        if isinstance(each, Fault) and each.kind in OF_COURSES
        if of_fault(each.kind) is judged.verdict  # what is asked for, and no other call
    }
    if told:
        raise AssignmentError("\n".join(sorted(told)))
