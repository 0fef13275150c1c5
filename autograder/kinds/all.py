"""All kinds of questions by name, and assignments that have them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

from autograder.answers.file import FOLDER
from autograder.answers.file import SUFFIX as UNSEEN
from autograder.assignment import file
from autograder.assignment.questions import Assignment
from autograder.errors import AssignmentError
from autograder.files import text_of, visible
from autograder.kinds.kind import Kind, Onlooker
from autograder.project import answers_command

STALE = "stale"
ORPHAN = "answers nothing that is asked"


# A package each, whose module `kind` has its KIND; the first is meant where none is
# named.
NAMES = ["search", "table", "playouts", "game", "match"]


class Kinds(Mapping[str, Kind]):
    """Kinds by name, each imported when it is first asked for: most have one."""

    def __getitem__(self, name: str) -> Kind:
        if name not in NAMES:
            raise KeyError(name)
        kind: Kind = import_module(f"autograder.kinds.{name}.kind").KIND
        return kind

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


KINDS = Kinds()


def kinds_in_assignment(assignment: Assignment) -> dict[str, Kind]:
    """The kinds of which an assignment has questions, by name."""
    found = {question.kind for question in assignment.all_questions()}
    return {name: KINDS[name] for name in KINDS if name in found}


def load(folder: Path) -> Assignment:
    """The assignment of a folder; FileProblems names all that is wrong in any file."""
    return file.load(folder, KINDS)


def dump(assignment: Assignment) -> str:
    """An assignment as a file that reads back as the same one, test by test."""
    return file.dump(assignment, KINDS)


def assignment_with_answers(assignment: Assignment) -> Assignment:
    """The assignment with what its answers tell; AssignmentError without them."""
    for kind in kinds_in_assignment(assignment).values():
        assignment = kind.assignment_with_answers(assignment)
    return assignment


def stale_answer_files(
    assignment: Assignment, watch: Onlooker
) -> Iterator[tuple[Path, str | None]]:
    """Each file of answers that is not as the reference tells it, with its text.

    Whoever writes it does so before asking for the next. The text is None of a file
    that answers nothing which is asked.
    """
    answered = set()
    for kind in KINDS.values():
        for path, text in kind.answer_files(assignment, watch):
            if not assignment.unseen and path.name.endswith(UNSEEN):
                continue
            answered.add(path)
            if text_of(path) != text:
                yield path, text
    for path in visible(assignment.folder / FOLDER, "**/*.json"):
        if path not in answered:
            yield path, None


def require_fresh(assignment: Assignment, watch: Onlooker) -> None:
    """AssignmentError, with all their names, where some answers are stale."""
    found = [
        f"{path}: {STALE if text is not None else ORPHAN}"
        for path, text in stale_answer_files(assignment, watch)
    ]
    if found:
        remedy = f"run `{answers_command(assignment.folder)}`"
        raise AssignmentError("\n".join((*found, remedy)))
