"""The command `grade`: one submission, here or as the platform lays it out."""

from __future__ import annotations

import argparse
import mmap
import os
import shlex
import sys
import traceback
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from autograder import errors
from autograder.assignment.questions import Assignment
from autograder.commands.options import (
    AT_HOME,
    Parser,
    add_assignment,
    add_explain,
    add_flag,
    add_path,
    complain,
    explain_budget,
    show,
    tell_which,
)
from autograder.commands.stopping import Stopped, Stopping
from autograder.files import MODULES
from autograder.project import PROJECT, REFERENCE, STARTER, TREES, command_prefix
from autograder.report import terminal
from autograder.report.entries import Report
from autograder.report.gradebook import FORMS, Gradebook
from autograder.sandbox import workers
from autograder.sandbox.sandbox import Sandbox
from autograder.sandbox.workers import FLAG
from autograder.text import listed, path_shown
from autograder.uploads import several
from autograder.uploads.missing import OTHER_KINDS

ALL_TREES = "--explain goes by all trees that students see: leave out --tree"
ROOM = 24 << 20  # bytes that a grading takes, at the least
OUT_OF_MEMORY = "The grader ran out of memory; close other programs and try again"
UNTOLD = "The assignment has a mistake; what it is stands in the grader's own output."
REPORT_IT = "the grader met a fault of its own: report the lines above to its authors"


def add_options(command: Parser) -> None:
    """The options of `grade`."""
    command.add_argument(
        "submission",
        nargs="?",
        type=Path,
        metavar="SUBMISSION",
        help="a folder, a zip or a file; of a file only the questions that ask for it "
        "(default: the only folder here)",
    )
    command.add_argument("others", nargs="*", type=Path, help=argparse.SUPPRESS)
    add_assignment(command)
    _add_outputs(command)
    command.add_argument(
        "--question", metavar="NAME", help="only this question, and no checks"
    )
    command.add_argument(
        "--tree", metavar="GLOB", help="only these trees or rows, no checks; quote a *"
    )
    command.add_argument(
        "-v", "--verbose", action="store_true", help="each tree, its details and prints"
    )
    add_flag(
        command,
        "--no-counterexample",
        "do not look for the smallest tree on which a question fails",
    )
    add_explain(command, AT_HOME, ", and 0 with --tree")
    add_flag(
        command,
        "--apart",
        "a process for each test from the beginning",
    )
    add_flag(command, FLAG, "grade code that this system cannot isolate")
    add_path(
        command,
        "--platform",
        "DIR",
        "grade DIR/submission into DIR/results, laid out as by Gradescope",
    )


def _add_outputs(command: Parser) -> None:
    add_path(command, "--results", "FILE", "write Gradescope's JSON as well")
    command.add_argument(
        "--as",
        choices=FORMS,
        dest="form",
        help="the form of --results; gradescope where none is named",
    )
    add_path(
        command,
        "--page",
        "FILE",
        "write an HTML page for the student: what students may see now",
    )
    add_flag(
        command,
        "--published",
        "on that page also tests that students see after the due date, or after "
        "the grades are published; hidden ones never",
    )
    add_path(
        command,
        "--instructor-page",
        "FILE",
        "write an HTML page with all tests, hidden ones too: not for students",
    )


def run(options: argparse.Namespace) -> int:
    """Grade one submission, here or as the platform lays it out.

    A check that is broken is told by the exit status at home alone: to the platform a
    grading that took place is one, and results.json says what could not be judged.
    """
    submission, results = options.submission, options.results
    if options.platform is not None:
        submission = options.platform / "submission"
        results = options.platform / "results" / "results.json"
    elif submission is None:
        submission = several.only_one_here()
        complain(f"grading {path_shown(submission)}")
    else:
        several.require_one_name((submission, *options.others), _chosen(options))
    _require_files(options, results)
    with Stopping() as stopping:
        progress = terminal.Progress(sys.stderr)
        gradebook = _opened(results, progress, options)
        report = gradebook.report
        with _faults_in_results(gradebook, options), closing(progress):
            _require_room()
            if options.platform is not None:
                workers.close_to_others(options.platform)
            _grade(options, submission, gradebook, stopping)
    for complaint in report.complaints:
        complain(complaint)
    pages = _pages(options)
    if pages:
        from autograder.report import entries, page

        if options.page is not None:
            seen = entries.for_student(report, published=options.published)
            page.write(options.page, seen)
        if options.instructor_page is not None:
            page.write(options.instructor_page, entries.for_instructor(report))
    _show(report, options, pages)
    took_place = report.blame is None and options.platform is not None
    status = report.exit_status()
    return 0 if took_place and status == errors.AssignmentError.exit_status else status


def _require_files(options: argparse.Namespace, results: Path | None) -> None:
    """AssignmentError where one file would be written over another, or for nothing."""
    if options.form is not None and options.results is None:
        raise errors.AssignmentError(
            f"--as {options.form} is for results: name their file with --results FILE"
        )
    if options.published and options.page is None:
        raise errors.AssignmentError(
            "--published is for the student's page: name its file with --page FILE"
        )
    given = {
        "--results": results,
        "--page": options.page,
        "--instructor-page": options.instructor_page,
    }
    options_of: dict[str, list[str]] = {}
    for name, file in given.items():
        if file is not None:
            options_of.setdefault(os.path.realpath(file), []).append(name)
    for path, names in options_of.items():
        if len(names) > 1:
            shown = path_shown(Path(path))
            raise errors.AssignmentError(
                f"{shown}: {listed(tuple(names))} need a file each"
            )


def _pages(options: argparse.Namespace) -> list[Path]:
    return [path for path in (options.page, options.instructor_page) if path]


def _require_room() -> None:
    """Raise MemoryError at once where a grading would run out of it at any place.

    Python 3.11 may not come to an end where none is left for leaving a `with`.
    """
    try:
        mmap.mmap(-1, ROOM).close()
    except (OSError, MemoryError):
        raise MemoryError from None


def _show(report: Report, options: argparse.Namespace, written: Sequence[Path]) -> None:
    colours = terminal.wants_colour(sys.stdout, os.environ)
    paint = terminal.coloured if colours else terminal.unpainted
    if options.verbose or options.tree or options.platform:
        show(terminal.table(report, verbose=options.verbose, paint=paint))
        return
    at_home = (PROJECT / STARTER).is_file() and not REFERENCE.exists()
    # What was typed, but for where results go: other options may follow it.
    words = [*command_prefix()]
    if options.submission is not None:
        words.append(path_shown(options.submission))
    if options.assignment.resolve() != TREES:
        words += ["--assignment", path_shown(options.assignment)]
    if options.question:
        words += ["--question", options.question]
    command = shlex.join(words)
    pages = listed(tuple(path_shown(path) for path in written))
    show(
        terminal.screen(
            report, command=command, pages=pages, at_home=at_home, paint=paint
        )
    )


def _opened(
    results: Path | None, progress: terminal.Progress, options: argparse.Namespace
) -> Gradebook:
    """A gradebook whose file, if one is wanted, is there."""
    try:
        return Gradebook(results, progress, options.form or FORMS[0])
    except OSError as fault:
        ours = (
            options.platform is not None or fault.errno in errors.FAULTS_OF_THE_MACHINE
        )
        text = f"{results}: cannot be written ({fault.strerror}){errors.remedy(fault)}"
        raise (errors.GraderError if ours else errors.AssignmentError)(text) from None


@contextmanager
def _faults_in_results(
    gradebook: Gradebook, options: argparse.Namespace
) -> Iterator[None]:
    """Whatever ends a grading, the results say so, and no student pays for it.

    Where a signal does, the table of what was finished is shown.
    """
    try:
        yield
    except errors.UntoldError:
        gradebook.stop(errors.AssignmentError, UNTOLD)
        raise
    except errors.AutograderError as fault:
        gradebook.stop(type(fault), str(fault))
        raise
    except Stopped as stop:
        gradebook.stop(errors.GraderError, str(stop))
        with suppress(OSError):  # the terminal may be what has gone
            if any(entry.judged for entry in gradebook.report.all()):
                _show(gradebook.report, options, ())
        raise
    except OSError as fault:  # a full disk, or worse
        gradebook.stop(errors.GraderError, errors.system_error_sentence(fault))
        raise errors.GraderError(errors.system_error_sentence(fault)) from None
    except MemoryError:
        gradebook.stop(errors.GraderError, OUT_OF_MEMORY)
        raise errors.GraderError(OUT_OF_MEMORY) from None
    except Exception as fault:  # whatever it is, it is ours and no zero
        traceback.print_exc()
        gradebook.stop(errors.GraderError, "It met a fault of its own.")
        raise errors.GraderError(REPORT_IT) from fault


def _grade(
    options: argparse.Namespace,
    submission: Path,
    gradebook: Gradebook,
    stopping: Stopping,
) -> None:
    """Grade a submission; results.json is up to date at every moment."""
    _require_submission(submission)
    # The sandbox comes up while all that follows is imported, and trees are loaded.
    with Sandbox() as sandbox, stopping.raising_at_signals():
        from autograder.grading.grading import opened_grading
        from autograder.grading.session import Wanted, grade_fully
        from autograder.kinds.kind import Replays
        from autograder.testing.runner import by_pytest

        assignment = _chosen_part(options, submission)
        report, trusted = gradebook.report, options.trust_submissions
        grading = opened_grading(
            assignment, submission, sandbox, report, trusted=trusted
        )
        grading.records, grading.apart = bool(_pages(options)), options.apart
        replays = Replays.FIRST
        if options.verbose or _pages(options) or assignment.pictures:
            replays = Replays.ALL
        elif options.tree or options.platform:
            replays = Replays.NONE
        whole = options.question is None and options.tree is None
        one_file = submission.suffix in MODULES and submission.is_file()
        wanted = Wanted(
            explain=0.0 if options.tree else explain_budget(options.explain, AT_HOME),
            checks=by_pytest if whole and not one_file else None,
            replays=replays,
            searches=not options.no_counterexample,
        )
        grade_fully(grading, gradebook, wanted)
    gradebook.save()


def _chosen_part(options: argparse.Namespace, submission: Path) -> Assignment:
    from autograder.assignment.selection import assignment_for_file, only_selected
    from autograder.kinds.all import load

    if options.tree and options.explain:
        raise errors.AssignmentError(ALL_TREES)
    assignment = only_selected(load(options.assignment), options.question, options.tree)
    tell_which(assignment.title, options.assignment)
    assignment = assignment_for_file(assignment, submission)
    if options.platform is None:
        several.require_one(submission, assignment.handed_in(), _chosen(options))
    return assignment


def _chosen(options: argparse.Namespace) -> str:
    """The folder of the assignment; "" where it is the default."""
    return "" if options.assignment == TREES else str(options.assignment)


def _require_submission(path: Path) -> None:
    if not path.exists():
        raise errors.AssignmentError(f"{path_shown(path)}: there is no such submission")
    kind = OTHER_KINDS.get(path.suffix.lower())
    if path.is_file() and kind and path.suffix not in MODULES:
        raise errors.AssignmentError(f"{path_shown(path)} {kind}")
    if path.is_file() and path.suffix not in MODULES and not zipfile.is_zipfile(path):
        expected = "expected a folder, a .py file, a notebook or a zip"
        raise errors.AssignmentError(f"{path_shown(path)}: {expected}")
