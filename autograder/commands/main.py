"""The command line: it opens what a command needs, and turns faults into statuses."""

from __future__ import annotations

import argparse
import codecs
import errno
import gc
import io
import os
import sys
import traceback
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from signal import SIGINT
from typing import NoReturn

from autograder.assignment import file as assignmentfile
from autograder.assignment.selection import of_single_file, selected
from autograder.commands.authoring import (
    run_adequacy,
    run_answers,
    run_bundle,
    run_show,
)
from autograder.commands.options import COMMANDS, parser, show
from autograder.commands.stopping import Stopped, Stopping
from autograder.errors import AssignmentError, AutograderError, GraderError, UntoldError
from autograder.grading.grading import opened
from autograder.report import terminal
from autograder.report.gradebook import Gradebook
from autograder.report.progress import Progress
from autograder.sandbox import trust
from autograder.sandbox.sandbox import Sandbox

FAULTS_OF_THE_MACHINE = {  # and what to do
    errno.ENOSPC: "make room on that disk",
    errno.EDQUOT: "make room within your quota on that disk",
    errno.EFBIG: "raise the limit on the size of files (ulimit -f)",
    errno.EIO: "use another disk",
    errno.EMFILE: "raise the limit on open files (ulimit -n)",
    errno.ENFILE: "close other programs",
    errno.EAGAIN: "raise the limit on processes (ulimit -u), or close other programs",
    errno.ENOMEM: "close other programs",
}
OUT_OF_MEMORY = "The grader ran out of memory; close other programs and try again"
UNTOLD = "The assignment has a mistake; what it is stands in the grader's own output."
REPORT_IT = "the grader met a fault of its own: report the lines above to its authors"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0, 2 or 3 as the README tells."""
    _prepare_streams()
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given and given[0] not in (*COMMANDS, "-h", "--help"):
        given.insert(0, "grade")
    options = parser(RUN).parse_args(given)
    try:
        status: int = options.run(options)
    except AutograderError as fault:
        print(fault, file=sys.stderr)
        return fault.exit_status
    except OSError as fault:  # a file that cannot be read or written
        print(_in_words(fault), file=sys.stderr)
        ours = fault.errno in FAULTS_OF_THE_MACHINE
        return (GraderError if ours else AssignmentError).exit_status
    except KeyboardInterrupt as stop:
        print("stopped", file=sys.stderr)
        return (stop if isinstance(stop, Stopped) else Stopped(SIGINT)).exit_status
    return status


def _in_words(fault: OSError) -> str:
    """What the system refuses, of which file, and what to do where it is known."""
    named = f"{fault.filename}: " if fault.filename else ""
    return f"{named}{fault.strerror or fault}{_remedy(fault)}"


def _remedy(fault: OSError) -> str:
    remedy = FAULTS_OF_THE_MACHINE.get(fault.errno or 0)
    return f"; {remedy} and try again" if remedy else ""


def run() -> NoReturn:
    """Run one command as a process of its own, which ends here.

    A grading takes less than a second: cycles need not be collected in it, nor
    modules be taken apart at its end.
    """
    gc.disable()
    try:
        status = main()
    except SystemExit as end:  # from argparse
        status = end.code if isinstance(end.code, int) else AssignmentError.exit_status
    except BaseException:  # noqa: BLE001 - nothing may end without a word
        traceback.print_exc()
        status = GraderError.exit_status
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(status)


def run_grade(options: argparse.Namespace) -> int:
    """Grade one submission, here or as the platform lays it out."""
    submission, results = options.submission, options.results
    if options.platform is not None:
        submission = options.platform / "submission"
        results = options.platform / "results" / "results.json"
    elif submission is None:
        raise AssignmentError("name a submission: a folder, a .py file or a zip")
    if None not in (results, options.page) and results == options.page:
        raise AssignmentError(f"{results}: --results and --page need a file each")
    with Stopping() as stopping:
        progress = Progress(sys.stderr)
        gradebook = _opened(results, progress, platform=options.platform is not None)
        with _told(gradebook), closing(progress):
            if options.platform is not None:
                trust.close_to_others(options.platform)
            grade(options, submission, gradebook, stopping)
    report = gradebook.report
    for complaint in report.complaints:
        print(complaint, file=sys.stderr)
    if options.page is not None:
        from autograder.report import page  # noqa: PLC0415 - only where it is wanted

        page.write(options.page, report)
    text = terminal.table(report, verbose=options.verbose)
    colours = terminal.wants_colour(sys.stdout, os.environ)
    show(terminal.coloured(text) if colours else text)
    return report.exit_status()


def _opened(results: Path | None, progress: Progress, *, platform: bool) -> Gradebook:
    """A gradebook whose file, if one is wanted, is there."""
    try:
        return Gradebook(results, progress)
    except OSError as fault:
        ours = platform or fault.errno in FAULTS_OF_THE_MACHINE
        text = f"{results}: cannot be written ({fault.strerror}){_remedy(fault)}"
        raise (GraderError if ours else AssignmentError)(text) from None


@contextmanager
def _told(gradebook: Gradebook) -> Iterator[None]:
    """Whatever ends a grading, the results say so, and no student pays for it."""
    try:
        yield
    except UntoldError:
        gradebook.stop(AssignmentError, UNTOLD)
        raise
    except AutograderError as fault:
        gradebook.stop(type(fault), str(fault))
        raise
    except Stopped as stop:
        gradebook.stop(GraderError, str(stop))
        raise
    except OSError as fault:  # a full disk, or worse
        gradebook.stop(GraderError, _in_words(fault))
        raise GraderError(_in_words(fault)) from None
    except MemoryError:
        gradebook.stop(GraderError, OUT_OF_MEMORY)
        raise GraderError(OUT_OF_MEMORY) from None
    except Exception as fault:  # whatever it is, it is ours and no zero
        traceback.print_exc()
        gradebook.stop(GraderError, "It met a fault of its own.")
        raise GraderError(REPORT_IT) from fault


def grade(
    options: argparse.Namespace,
    submission: Path,
    gradebook: Gradebook,
    stopping: Stopping,
) -> None:
    """Grade a submission; results.json is up to date at every moment."""
    _require_submission(submission)
    # The sandbox is started before any tree or answer is loaded.
    with Sandbox() as sandbox, stopping.heeding():
        from autograder.grading import lessons  # noqa: PLC0415 - while that comes up
        from autograder.testing import session  # noqa: PLC0415 - while that comes up

        assignment = selected(
            assignmentfile.load(options.assignment), options.question, options.tree
        )
        assignment = of_single_file(assignment, submission)
        grading = opened(
            assignment,
            submission,
            sandbox,
            gradebook.report,
            trusted=options.trust_submissions,
        )
        whole = options.question is None and options.tree is None
        one_file = submission.suffix == ".py" and submission.is_file()
        results = session.grade(grading, gradebook, with_checks=whole and not one_file)
        replays = options.verbose or options.page is not None or assignment.pictures
        searches = assignment.counterexample > 0 and not options.no_counterexample
        lessons.add(grading, gradebook, results, replays=replays, searches=searches)
    gradebook.save()


def _require_submission(path: Path) -> None:
    if not path.exists():
        raise AssignmentError(f"{path}: there is no such submission")
    if path.is_file() and path.suffix != ".py" and not zipfile.is_zipfile(path):
        raise AssignmentError(f"{path}: expected a folder, a .py file or a zip")


def _prepare_streams() -> None:
    """A terminal that lacks a sign shows another; one that is closed shows nothing.

    What is closed must not be taken by the next file that is opened, nor be None,
    which has no `write`.
    """
    codecs.register_error("lookalikes", terminal.lookalikes)
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


RUN = {
    "grade": run_grade,
    "answers": run_answers,
    "show": run_show,
    "adequacy": run_adequacy,
    "bundle": run_bundle,
}
