"""The commands of those who write assignments: answers and bundles."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from autograder.answers import file as answers
from autograder.assignment import file as assignmentfile
from autograder.assignment.questions import Assignment
from autograder.commands import bundle
from autograder.commands.options import show
from autograder.errors import AssignmentError
from autograder.report import gradescope
from autograder.sandbox import trust
from autograder.teaching import catalogue


def run_answers(options: argparse.Namespace) -> int:
    """Compute the answers; with --check, compare them with those on disk."""
    assignment = assignmentfile.load(options.assignment)
    stale = []
    for path, text in _computed(assignment):
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


def _computed(assignment: Assignment) -> Iterator[tuple[Path, str]]:
    """Each file of answers with its text: first those of trees, then the catalogues."""
    from autograder.answers import trusted  # noqa: PLC0415 - the reference
    from autograder.teaching import misconceptions  # noqa: PLC0415 - the reference

    for name, tree in assignment.trees().items():
        computed = trusted.compute(tree, assignment.questions_on(name))
        trusted.check_expectations(assignment, name, computed)
        yield answers.path_of(assignment, name), answers.dump(computed)
    for question in assignment.questions():
        found = misconceptions.catalogue(assignment, question)
        if found.misconceptions:
            path = catalogue.path_of(assignment, question.name)
            yield path, catalogue.dump(found)


def run_show(options: argparse.Namespace) -> int:
    """Draw one tree."""
    from autograder.commands import show as showing  # noqa: PLC0415 - grading draws nothing

    return showing.run_show(options)


def run_adequacy(options: argparse.Namespace) -> int:
    """Tell how good the trees are."""
    from autograder.commands import adequacy  # noqa: PLC0415 - grading needs no reference

    return adequacy.run_adequacy(options)


def run_bundle(options: argparse.Namespace) -> int:
    """Write the two zips."""
    assignment = assignmentfile.load(options.assignment)
    paths = bundle.write(
        assignment,
        trust.PROJECT,
        options.folder,
        with_reference=options.with_reference,
    )
    show("\n".join(f"wrote {path}" for path in paths))
    return 0
