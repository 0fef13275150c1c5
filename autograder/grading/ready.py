"""An assignment with all that is right on its trees, ready for many gradings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

from autograder.answers import file as answers
from autograder.answers import signatures
from autograder.answers.file import Answers
from autograder.assignment.file import FILE
from autograder.assignment.questions import Assignment
from autograder.teaching import catalogue
from autograder.teaching.catalogue import Catalogue

CHECK_FILES = ("test_*.py", "*_test.py", "conftest.py")  # as pytest names them


@dataclass(frozen=True, slots=True)
class Ready:
    """What gradings of one assignment share; each catalogue is read when it is needed.

    `checks` is the source of the instructor's own tests, which may name modules that
    no question asks for; `has_checks` says whether pytest would find any.
    """

    assignment: Assignment
    answers: Mapping[str, Answers]
    checks: bytes
    has_checks: bool
    _catalogues: dict[str, Catalogue | None] = field(
        default_factory=dict, compare=False
    )
    _visible: dict[tuple[str, frozenset[str]], Catalogue] = field(
        default_factory=dict, compare=False
    )

    def catalogue(self, question: str) -> Catalogue | None:
        """The mistakes of a question, None if none are known.

        Raises UntoldError if the file cannot be used.
        """
        if question not in self._catalogues:
            self._catalogues[question] = catalogue.load(self.assignment, question)
        return self._catalogues[question]

    def catalogue_of(self, question: str, trees: frozenset[str]) -> Catalogue | None:
        """What is left of it when only these trees are, which students see.

        Raises UntoldError if the file cannot be used.
        """
        whole = self.catalogue(question)
        if whole is not None and (question, trees) not in self._visible:
            self._visible[question, trees] = whole.of_visible(trees)
        return self._visible.get((question, trees))


def ready(assignment: Assignment) -> Ready:
    """All answers are loaded at once: one that is missing or stale stops all gradings.

    Raises AssignmentError for these.
    """
    assignment = signatures.load(assignment)
    known = load_answers(assignment)
    catalogue.require_form(assignment)
    paths = sorted(assignment.folder.rglob("*.py"))
    checks = b"\n".join(path.read_bytes() for path in paths)
    has_checks = any(_is_check(path, assignment.folder) for path in paths)
    return Ready(assignment, known, checks, has_checks)


def _is_check(path: Path, folder: Path) -> bool:
    """Whether a file holds checks, or sets up pytest for them.

    One in a folder with an assignment of its own belongs to that.
    """
    if not any(fnmatch(path.name, pattern) for pattern in CHECK_FILES):
        return False
    between = path.relative_to(folder).parents
    return not any((folder / each / FILE).is_file() for each in [*between][:-1])


def load_answers(assignment: Assignment) -> dict[str, Answers]:
    """The answers on every tree of the assignment, by the tree's name."""
    return {name: answers.load(assignment, name) for name in assignment.trees()}
