"""The command line: it opens what a command needs, and turns faults into statuses."""

from __future__ import annotations

import argparse
import codecs
import gc
import io
import os
import sys
import traceback
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from autograder import (
    answers,
    assignmentfile,
    bundle,
    gradescope,
    terminal,
)
from autograder.arguments import COMMANDS, ROOT, parser, show
from autograder.errors import AssignmentError, AutograderError, GraderError
from autograder.gradebook import Gradebook
from autograder.grading import Grading
from autograder.sandbox import Sandbox
from autograder.selection import of_single_file, selected

STOPPED = 130  # what shells report of a program that Ctrl-C has ended


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0, 2 or 3 as the README tells."""
    _accept_any_encoding()
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
        named = f"{fault.filename}: " if fault.filename else ""
        print(f"{named}{fault.strerror}", file=sys.stderr)
        return AssignmentError.exit_status
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return STOPPED
    return status


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
        close_to_others(options.platform)
    elif submission is None:
        raise AssignmentError("name a submission: a folder, a .py file or a zip")
    try:
        gradebook = Gradebook(results)
    except OSError as fault:
        whose = AssignmentError if options.platform is None else GraderError
        raise whose(f"{results}: cannot be written ({fault.strerror})") from None
    try:
        grade(options, submission, gradebook)
    except AutograderError as fault:
        gradebook.stop(type(fault), str(fault))
        raise
    except KeyboardInterrupt:
        gradebook.stop(GraderError, "It was stopped by hand.")
        raise
    except OSError as fault:  # a full disk, or worse
        text = f"{fault.filename or results}: {fault.strerror}"
        with suppress(OSError):
            gradebook.stop(GraderError, text)
        raise GraderError(text) from None
    except Exception:  # noqa: BLE001 - whatever it is, it is ours and no zero
        traceback.print_exc()
        gradebook.stop(GraderError, "It met a fault of its own.")
        return GraderError.exit_status
    for complaint in gradebook.report.complaints:
        print(complaint, file=sys.stderr)
    show(terminal.table(gradebook.report, verbose=options.verbose))
    return gradebook.report.exit_status()


def grade(options: argparse.Namespace, submission: Path, gradebook: Gradebook) -> None:
    """Grade a submission; results.json is up to date at every moment."""
    _require_submission(submission)
    with Sandbox() as sandbox:  # started before any tree or answer is loaded
        from autograder import session  # noqa: PLC0415 - pytest, while that comes up

        assignment = selected(
            assignmentfile.load(options.assignment), options.question, options.tree
        )
        assignment = of_single_file(assignment, submission)
        gradebook.report.title = assignment.title
        grading = Grading(assignment, submission, sandbox)
        whole = options.question is None and options.tree is None
        one_file = submission.suffix == ".py" and submission.is_file()
        session.grade(grading, gradebook, with_checks=whole and not one_file)
        gradebook.save()


def _require_submission(path: Path) -> None:
    if not path.exists():
        raise AssignmentError(f"{path}: there is no such submission")
    if path.is_file() and path.suffix != ".py" and not zipfile.is_zipfile(path):
        raise AssignmentError(f"{path}: expected a folder, a .py file or a zip")


def close_to_others(platform: Path) -> None:
    """Where root grades, submissions must not read the trees or write the results."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        for folder in (platform / "source", platform / "results"):
            if folder.is_dir():
                folder.chmod(0o700)


def run_answers(options: argparse.Namespace) -> int:
    """Compute the answers; with --check, compare them with those on disk."""
    from autograder import trusted  # noqa: PLC0415 - grading needs no reference

    assignment = assignmentfile.load(options.assignment)
    stale = []
    for name, tree in assignment.trees().items():
        computed = trusted.compute(tree, assignment.questions_on(name))
        trusted.check_expectations(assignment, name, computed)
        path, text = answers.path_of(assignment, name), answers.dump(computed)
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(path)
        if not options.check:
            gradescope.write_text(path, text)
            show(f"wrote {path}")
    if stale and options.check:
        lines = "\n".join(f"{path}: stale" for path in stale)
        raise AssignmentError(f"{lines}\n{answers.REMEDY}")
    return 0


def run_bundle(options: argparse.Namespace) -> int:
    """Write the two zips."""
    assignment = assignmentfile.load(options.assignment)
    paths = bundle.write(assignment, ROOT, options.folder)
    show("\n".join(f"wrote {path}" for path in paths))
    return 0


def _accept_any_encoding() -> None:
    """A terminal that lacks a sign shows another in its place."""
    codecs.register_error("lookalikes", terminal.lookalikes)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="lookalikes")


RUN = dict(zip(COMMANDS, (run_grade, run_answers, run_bundle), strict=True))
