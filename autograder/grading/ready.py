"""An assignment with all that is right in it, ready for many gradings."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from autograder.assignment.questions import Assignment
from autograder.assignment.reading import FILE
from autograder.files import is_hidden
from autograder.kinds.all import asked, completed
from autograder.project import is_for_authors

CHECK_FILES = ("test_*.py", "*_test.py", "conftest.py")  # as pytest names them


@dataclass(frozen=True, slots=True)
class Ready:
    """What gradings of one assignment share: by kind of question, what is right.

    `checks` is the source of the instructor's own tests, which may name modules that
    no question asks for, and the names of others that may be handed in; `has_checks`
    says whether pytest would find any.
    """

    assignment: Assignment
    answers: Mapping[str, Any]
    checks: bytes
    has_checks: bool


def ready(assignment: Assignment) -> Ready:
    """All answers are loaded at once: one that is missing or stale stops all gradings.

    Raises AssignmentError for these.
    """
    assignment = completed(assignment)
    kinds = asked(assignment)
    answers = {name: kind.answers(assignment) for name, kind in kinds.items()}
    folder = assignment.folder
    paths = [path for path in _modules(folder) if not is_for_authors(path, folder)]
    beside = [m.encode() for k in kinds.values() for m in k.may_hand_in(assignment)]
    checks = b"\n".join([*(path.read_bytes() for path in paths), *beside])
    has_checks = any(_is_check(path, assignment.folder) for path in paths)
    return Ready(assignment, answers, checks, has_checks)


def _modules(folder: Path) -> list[Path]:
    """All Python files below a folder but hidden ones; it may have very many others."""
    found = []
    for place, folders, names in os.walk(folder):
        folders[:] = (name for name in folders if not is_hidden(name))
        mine = (n for n in names if n.endswith(".py") and not is_hidden(n))
        found += [Path(place, name) for name in mine]
    return sorted(found)


def _is_check(path: Path, folder: Path) -> bool:
    """Whether a file holds checks, or sets up pytest for them.

    One in a folder with an assignment of its own belongs to that.
    """
    if not any(fnmatch(path.name, pattern) for pattern in CHECK_FILES):
        return False
    between = path.relative_to(folder).parents
    return not any((folder / each / FILE).is_file() for each in [*between][:-1])
