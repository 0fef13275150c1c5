"""The command `answers`: compute what is right on each tree, or compare it."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from autograder import files
from autograder.answers import file as answers
from autograder.answers import signatures, trusted
from autograder.answers.file import Answers
from autograder.answers.reading import placed, signed
from autograder.assignment import file as assignmentfile
from autograder.assignment.questions import Assignment, Question
from autograder.commands.options import Parser, add_folder
from autograder.commands.streams import show
from autograder.errors import AssignmentError
from autograder.report.terminal import StatusLine
from autograder.teaching import catalogue, cataloguing
from autograder.trees.openspiel import unrolled_anew

SECONDS_A_VISIT = 40e-6  # four times what the reference needs in the sandbox


def add_options(command: Parser) -> None:
    """Its options."""
    add_folder(command)
    command.add_argument(
        "--check", action="store_true", help="only compare them with those on disk"
    )


def run(options: argparse.Namespace) -> int:
    """Compute the answers; with --check, compare them with those on disk."""
    assignment = assignmentfile.load(options.assignment)
    for sentence in _of_large(assignment):
        show(sentence)
    stale = []
    for path, text in _computed(assignment, check=options.check):
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


def _of_large(assignment: Assignment) -> Iterator[str]:
    """What whoever waits for the answers on large trees should know."""
    for name, tree in assignment.trees().items():
        if not catalogue.is_diagnosed(tree):
            yield (
                f"{name}: {len(tree.nodes):,} nodes; diagnoses and adequacy leave out "
                f"what has more than {catalogue.MOST_NODES:,}"
            )


def _hints(question: Question, name: str, found: Answers) -> Iterator[str]:
    """The limits that a search needs which visits very many nodes."""
    of = (found.questions[question.name][convention] for convention in question.accept)
    visits = max(len(answer.visits) + len(answer.search_visits) for answer in of)
    needed = visits * SECONDS_A_VISIT
    seconds = math.ceil(needed)
    if needed > question.limits.seconds:
        yield (
            f"{name}: {question.name} visits {visits:,} nodes; give its searches time "
            f"for that, `limits: {{seconds: {seconds}}}`"
        )


def _next(status: StatusLine, tree: str, what: str) -> None:
    status.show(f"{tree}: {what}")


def _computed(assignment: Assignment, *, check: bool) -> Iterator[tuple[Path, str]]:
    """Each file of answers with its text: trees unrolled, answers, then catalogues.

    To `check` a catalogue its digest is enough: a stale one has no text.
    """
    status = StatusLine(sys.stderr)
    unrolled = tuple(unrolled_anew(assignment.folder, tuple(assignment.trees())))
    yield from unrolled
    if unrolled:  # and written, unless they are only compared
        assignment = assignmentfile.load(assignment.folder)
    assignment = signed(assignment)
    for question in assignment.questions():
        path = signatures.path_of(assignment, question.name)
        yield path, signatures.dump(question.signature)
    trees = assignment.trees()
    for place, (name, tree) in enumerate(trees.items(), start=1):
        questions = assignment.questions_on(name)
        tree_told = f"{place}/{len(trees)} {name}"
        with placed(assignment, name):
            computed = trusted.compute(
                tree, questions, partial(_next, status, tree_told)
            )
        status.close()
        trusted.check_expectations(assignment, name, computed)
        yield answers.path_of(assignment, name), answers.dump(computed)
        for question in questions:
            for sentence in _hints(question, name, computed):
                show(sentence)
    for question in catalogue.diagnosed(assignment).questions():
        path = catalogue.path_of(assignment, question.name)
        known = path.read_text(encoding="utf-8") if path.is_file() else ""
        if cataloguing.is_fresh(assignment, question, known):
            continue
        if check:
            yield path, ""
            continue
        status.show(f"the mistakes of {question.name}, alone and in pairs")
        found = cataloguing.catalogue(assignment, question)
        status.close()
        yield path, catalogue.dump(found)
