"""An assignment with all that is right on its trees, ready for many gradings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from autograder.answers import file as answers
from autograder.answers import signatures
from autograder.answers.file import Answers
from autograder.assignment.questions import Assignment
from autograder.teaching import catalogue
from autograder.teaching.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class Ready:
    """What gradings of one assignment share; each catalogue is read when it is needed.

    `checks` is the source of the instructor's own tests, which may name modules that
    no question asks for.
    """

    assignment: Assignment
    answers: Mapping[str, Answers]
    checks: bytes
    _catalogues: dict[str, Catalogue | None] = field(
        default_factory=dict, compare=False
    )

    def catalogue(self, question: str) -> Catalogue | None:
        """The mistakes of a question, None if none are known.

        Raises UntoldError if the file cannot be used.
        """
        if question not in self._catalogues:
            self._catalogues[question] = catalogue.load(self.assignment, question)
        return self._catalogues[question]


def ready(assignment: Assignment) -> Ready:
    """All answers are loaded at once: one that is missing or stale stops all gradings.

    Raises AssignmentError for these.
    """
    assignment = signatures.load(assignment)
    known = load_answers(assignment)
    catalogue.require_form(assignment)
    paths = sorted(assignment.folder.rglob("*.py"))
    checks = b"\n".join(path.read_bytes() for path in paths)
    return Ready(assignment, known, checks)


def load_answers(assignment: Assignment) -> dict[str, Answers]:
    """The answers on every tree of the assignment, by the tree's name."""
    return {name: answers.load(assignment, name) for name in assignment.trees()}
