"""The command line: it opens what a command needs, and turns faults into statuses."""

from __future__ import annotations

import argparse
import os
import sys
import time
import traceback
from collections.abc import Sequence
from dataclasses import replace
from fnmatch import fnmatch
from pathlib import Path

import pytest

from autograder import (
    answers,
    assignmentfile,
    bundle,
    gradescope,
    pytest_plugin,
    terminal,
)
from autograder.assignment import Assignment
from autograder.errors import AssignmentError, AutograderError, GraderError
from autograder.grading import Grading
from autograder.pytest_items import Run
from autograder.report import Report
from autograder.sandbox import Sandbox

ROOT = Path(__file__).parent.parent
TREES = ROOT / "test_trees"
INI = Path(__file__).with_name("grading.ini")
COMMANDS = ("grade", "answers", "bundle")
GRADED = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0, 2 or 3 as the README tells."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given and given[0] not in (*COMMANDS, "-h", "--help"):
        given.insert(0, "grade")
    options = parser().parse_args(given)
    try:
        status: int = options.run(options)
    except AutograderError as fault:
        print(fault, file=sys.stderr)
        return fault.exit_status
    return status


def parser() -> argparse.ArgumentParser:
    """The commands and their options."""
    top = argparse.ArgumentParser(
        prog="run_autograder", description="Grade game-tree search, tree by tree."
    )
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    grade = commands.add_parser("grade", help="grade a folder, a .py file or a zip")
    grade.set_defaults(run=run_grade)
    grade.add_argument("submission", nargs="?", type=Path, metavar="SUBMISSION")
    grade.add_argument("--platform", type=Path, metavar="DIR", help="as Gradescope's")
    grade.add_argument("--assignment", type=Path, default=TREES, metavar="DIR")
    grade.add_argument("--results", type=Path, metavar="FILE", help="Gradescope's JSON")
    grade.add_argument("--question", metavar="NAME", help="only this question")
    grade.add_argument("--tree", metavar="GLOB", help="only these trees")
    grade.add_argument("-v", "--verbose", action="store_true", help="tell the details")
    answer = commands.add_parser("answers", help="compute the answers of an assignment")
    answer.set_defaults(run=run_answers)
    answer.add_argument("assignment", nargs="?", type=Path, default=TREES)
    answer.add_argument("--check", action="store_true", help="only compare them")
    pack = commands.add_parser("bundle", help="write autograder.zip and student.zip")
    pack.set_defaults(run=run_bundle)
    pack.add_argument("folder", type=Path, metavar="DIR")
    pack.add_argument("--assignment", type=Path, default=TREES, metavar="DIR")
    return top


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
        report = graded(options, submission, results)
    except AutograderError as fault:
        _tell(results, str(fault))
        raise
    except Exception:  # noqa: BLE001 - whatever it is, it is ours and no zero
        traceback.print_exc()
        _tell(results, "It met a fault of its own.")
        return GraderError.exit_status
    print(terminal.table(report, verbose=options.verbose))
    return 0 if report.complete() else GraderError.exit_status


def graded(
    options: argparse.Namespace, submission: Path, results: Path | None
) -> Report:
    """The report on a submission; results.json is up to date at every moment."""
    started = time.monotonic()
    with Sandbox() as sandbox:  # started before any tree or answer is loaded
        assignment = selected(assignmentfile.load(options.assignment), options)
        assignment = of_single_file(assignment, submission)
        grading = Grading(assignment, submission, sandbox)
        report = Report(assignment.title)
        run = Run(grading, report, results, started)
        plugins = [pytest_plugin.HandOver(run), pytest_plugin, pytest_plugin.Silence()]
        status = pytest.main(pytest_arguments(assignment), plugins=plugins)
        if status not in GRADED:
            report.at_fault = True
            report.notes.append(f"The tests were stopped ({status!r}).")
        run.save()
    return report


def pytest_arguments(assignment: Assignment) -> list[str]:
    """Arguments for pytest: our configuration, no cache, no foreign plugins."""
    return [
        str(assignment.folder),
        f"--config-file={INI}",
        f"--rootdir={assignment.folder}",
        "--disable-plugin-autoload",
        "--continue-on-collection-errors",
        "--quiet",
        "-pno:cacheprovider",
        "-pno:faulthandler",
    ]


def selected(assignment: Assignment, options: argparse.Namespace) -> Assignment:
    """The assignment with only the question and the trees that were asked for."""
    cases = tuple(
        case
        for case in assignment.cases
        if options.question in (None, case.question.name)
        and (options.tree is None or _fits(case.tree_name, options.tree))
    )
    if not cases:
        names = ", ".join(dict.fromkeys(c.question.name for c in assignment.cases))
        raise AssignmentError(
            f"no test fits --question {options.question} --tree {options.tree}; "
            f"there are the questions {names}"
        )
    return replace(assignment, cases=cases)


def _fits(name: str, pattern: str) -> bool:
    return fnmatch(name, pattern) or fnmatch(Path(name).name, pattern)


def of_single_file(assignment: Assignment, submission: Path) -> Assignment:
    """Of a single `.py` file, only the questions that ask for it."""
    module = submission.stem
    if submission.suffix != ".py" or module not in assignment.modules():
        return assignment
    cases = tuple(c for c in assignment.cases if c.question.module == module)
    return replace(assignment, cases=cases)


def close_to_others(platform: Path) -> None:
    """Where root grades, submissions must not read the trees or write the results."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        for folder in (platform / "source", platform / "results"):
            if folder.is_dir():
                folder.chmod(0o700)


def _tell(results: Path | None, message: str) -> None:
    """A results.json that says what is wrong, if none tells more yet."""
    if results is not None:
        gradescope.write_failure(results, message)


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
            path.parent.mkdir(parents=True, exist_ok=True)
            gradescope.write_text(path, text)
            print(f"wrote {path}")
    if stale and options.check:
        lines = "\n".join(f"{path}: stale" for path in stale)
        raise AssignmentError(f"{lines}\n{answers.REMEDY}")
    return 0


def run_bundle(options: argparse.Namespace) -> int:
    """Write the two zips."""
    assignment = assignmentfile.load(options.assignment)
    for path in bundle.write(assignment, ROOT, options.folder):
        print(f"wrote {path}")
    return 0
