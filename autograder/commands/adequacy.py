"""The command `adequacy`: which misconceptions tests catch, what laziness earns."""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from autograder import files
from autograder.answers.file import FOLDER
from autograder.assignment.points import exact_sum
from autograder.assignment.questions import VISIBLE
from autograder.assignment.reading import FILE
from autograder.assignment.selection import only_selected
from autograder.authoring.lazy import Payroll, joined_payroll
from autograder.commands.answers import progress_line
from autograder.commands.options import Parser, add_flag, add_folder
from autograder.commands.streams import show
from autograder.commands.stubs import check_adapters
from autograder.errors import AssignmentError
from autograder.kinds import caught
from autograder.kinds.all import KINDS, load
from autograder.kinds.kind import Adequacy
from autograder.kinds.search.matrix import ANY
from autograder.project import PACKAGE, PROJECT, files_of_package
from autograder.sandbox.sandbox import Sandbox

RECORD = Path(FOLDER, "adequate.txt")  # in an assignment's folder
WITHOUT = {  # rooms that only tell of it, or have no part in it
    *("classroom", "commands", "drawing", "report", "testing", "venv", "words"),
}
CACHES = "__pycache__"


def is_proven(folder: Path) -> bool:
    """Whether nothing has changed since the tests of a folder were seen to do."""
    return files.text_of(folder / RECORD) == _digest(folder)


def record_as_proven(folder: Path) -> None:
    """Record that the tests of a folder do, as all stands now."""
    files.write_text(folder / RECORD, _digest(folder))


def _digest(folder: Path) -> str:
    """Of trees, answers and mistakes, of the reference, and of the grader."""
    made = hashlib.sha256()
    for top, path in _files(folder):
        made.update(path.relative_to(top).as_posix().encode())
        made.update(hashlib.sha256(path.read_bytes()).digest())
    return f"{made.hexdigest()}\n"


def _files(folder: Path) -> Iterator[tuple[Path, Path]]:
    """All that it hangs on; folders below with an assignment of their own do not."""
    others = [
        p.parent for p in files.visible(folder, f"**/{FILE}") if p.parent != folder
    ]
    own = [
        path
        for path in files.visible(folder, "**/*")
        if path != folder / RECORD and not {*path.parents} & {*others}
    ]
    reference = files.visible(PROJECT / "reference", "**/*")
    for top, paths in ((folder, own), (PROJECT, reference)):
        for path in paths:
            if path.is_file() and CACHES not in path.parts:
                yield top, path
    for name, path in files_of_package(PACKAGE).items():
        if path.suffix == ".py" and name.partition("/")[0] not in WITHOUT:
            yield PACKAGE.parent, path


DEARER = (
    "give less for trees and rows of which what is right is easily guessed, or "
    "rearrange them; docs/adequacy.md tells how"
)
HEAVIER = (
    "give more for the tests that show them, or add trees that do; a mistake of the "
    "action alone loses no more than the action is worth"
)
UNCHANGED = "nothing has changed since its mistakes were caught"
UNJUDGED = "no question has misconceptions to check its trees by"


def add_options(command: Parser) -> None:
    """The options of `adequacy`."""
    add_folder(command)
    command.add_argument("--question", metavar="NAME", help="only this question")
    add_flag(
        command,
        "--check",
        "end with status 2 if a mistake is not caught, "
        "or too much is earned without an algorithm",
    )
    command.add_argument(
        "--cost",
        type=float,
        default=0.0,
        metavar="PERCENT",
        help="with --check: a mistake that loses less of its question is a fault, too",
    )
    add_flag(
        command,
        "--changed",
        "with --check: nothing is done where nothing has changed since all did",
    )
    command.add_argument(
        "--suggest",
        nargs="?",
        type=Path,
        const=Path(),
        metavar="FOLDER",
        help="write the smallest trees that close the gaps (default: here)",
    )
    command.add_argument(
        "--at-most",
        type=int,
        default=ANY,
        metavar="N",
        help="with --suggest: stop at so many trees of a question",
    )


def run(options: argparse.Namespace) -> int:
    """Print what is found of each question, or write the trees that are suggested.

    `options.suggest` is None or the folder to write to. With `options.check`,
    AssignmentError is raised where the tests do not suffice.
    """
    remembers = options.check and options.changed and options.question is None
    if remembers and is_proven(options.assignment):
        show(f"{options.assignment}: {UNCHANGED}")
        return 0
    assignment = only_selected(load(options.assignment), options.question, None)
    check_adapters(assignment)
    kinds = KINDS.values()
    found: list[Adequacy] = []
    if options.suggest is None or options.check:
        found = [kind.authors.adequacy(assignment) for kind in kinds]
    if options.suggest is not None:
        with progress_line() as watch:
            for kind in kinds:
                asked = (assignment, options.suggest, watch, options.at_most)
                for text in kind.suggestions(*asked):
                    watch.tell(text)
    if options.suggest is None or options.check:
        with Sandbox() as sandbox:
            asking = (kind.authors.payroll for kind in kinds)
            paid = joined_payroll([payroll(assignment, sandbox) for payroll in asking])
        if options.suggest is None:
            summary = [line for each in found for line in each.summary]
            told = [text for each in found for text in each.findings]
            costs = [cost for each in found for cost in each.costs]
            seen = (t for t in assignment.tests if t.visibility == VISIBLE)
            visible = exact_sum(test.points.max_points for test in seen)
            opening = caught.opening(summary, paid, visible, costs)
            show("\n\n".join((opening, *told)))
        show(f"\n{caught.payroll(paid)}")
        if options.check:
            require_adequate(found, paid, options.cost)
        if remembers:
            record_as_proven(options.assignment)
    return 0


def require_adequate(
    adequacies: Sequence[Adequacy], paid: Payroll, least: float = 0.0
) -> None:
    """Raise AssignmentError, a sentence a fault, where tests or points do not do.

    Each mistake is to lose at `least` so many percent of its question.
    """
    if not any(each.judged for each in adequacies):
        raise AssignmentError(UNJUDGED)
    cheap = [*caught.limit_sentences(paid)]
    costs = [cost for each in adequacies for cost in each.costs]
    light = [*caught.cheap_question_sentences(costs, least)]
    missed = [fault for each in adequacies for fault in each.faults]
    remedies = [each.remedy for each in adequacies if each.faults and each.remedy]
    if missed or cheap or light:
        remedies += [DEARER] * bool(cheap) + [HEAVIER] * bool(light)
        raise AssignmentError("\n".join((*missed, *cheap, *light, *remedies)))
