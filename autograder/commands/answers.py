"""The command `answers`: compute what is right on each tree, or compare it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from autograder import files
from autograder.answers import file as answers
from autograder.answers import signatures, trusted
from autograder.answers.reading import placed, signed
from autograder.assignment import file as assignmentfile
from autograder.assignment.questions import Assignment
from autograder.commands.options import Parser, add_folder
from autograder.commands.streams import show
from autograder.errors import AssignmentError
from autograder.teaching import catalogue, misconceptions


def add_options(command: Parser) -> None:
    """Its options."""
    add_folder(command)
    command.add_argument(
        "--check", action="store_true", help="only compare them with those on disk"
    )


def run(options: argparse.Namespace) -> int:
    """Compute the answers; with --check, compare them with those on disk."""
    assignment = assignmentfile.load(options.assignment)
    stale = []
    for path, text in _computed(assignment):
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(path)
        if not options.check:
            files.write_text(path, text)
            show(f"wrote {path}")
    if stale and options.check:
        lines = "\n".join(f"{path}: stale" for path in stale)
        raise AssignmentError(f"{lines}\n{answers.REMEDY}")
    return 0


def _computed(assignment: Assignment) -> Iterator[tuple[Path, str]]:
    """Each file of answers with its text: first those of trees, then the catalogues."""
    assignment = signed(assignment)
    for question in assignment.questions():
        path = signatures.path_of(assignment, question.name)
        yield path, signatures.dump(question.signature)
    for name, tree in assignment.trees().items():
        with placed(assignment, name):
            computed = trusted.compute(tree, assignment.questions_on(name))
        trusted.check_expectations(assignment, name, computed)
        yield answers.path_of(assignment, name), answers.dump(computed)
    for question in assignment.questions():
        found = misconceptions.catalogue(assignment, question)
        if found.misconceptions:
            path = catalogue.path_of(assignment, question.name)
            yield path, catalogue.dump(found)
