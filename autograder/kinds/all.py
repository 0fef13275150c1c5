"""All kinds of questions by name, and assignments that have them."""

from __future__ import annotations

from pathlib import Path

from autograder.assignment import file
from autograder.assignment.questions import Assignment
from autograder.kinds.kind import Kind
from autograder.kinds.search import SearchKind
from autograder.kinds.table import TableKind

KINDS: dict[str, Kind] = {kind.name: kind for kind in (SearchKind(), TableKind())}


def load(folder: Path) -> Assignment:
    """The assignment of a folder; FileProblems names all that is wrong in any file."""
    return file.load(folder, KINDS)


def dump(assignment: Assignment) -> str:
    """An assignment as a file that reads back as the same one, test by test."""
    return file.dump(assignment, KINDS)


def completed(assignment: Assignment) -> Assignment:
    """The assignment with what its answers tell; AssignmentError without them."""
    for kind in KINDS.values():
        assignment = kind.completed(assignment)
    return assignment
