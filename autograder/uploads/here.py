"""Which submission there is at home, where none is named."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from autograder.errors import AssignmentError
from autograder.files import visible
from autograder.project import PROJECT, program
from autograder.text import clean, few
from autograder.uploads.reading import names_of

TEMPLATE = "student_template"
NOT_MINE = ("reference", TEMPLATE)  # graded unnamed only where there is nothing else
NAMES = 120  # characters of those that are listed
UNNAMED = "name a submission: a folder, a .py file, a notebook or a zip"


def submission(project: Path = PROJECT) -> Path:
    """The folder one stands in, or the only one in the project, that has a module.

    The template counts where there is no other. AssignmentError, with what to type,
    where there are several folders or none.
    """
    modules = names_of(path.stem for path in visible(project / TEMPLATE, "*.py"))
    here = Path.cwd()
    if here != project and _has(here, modules):
        return here
    homes = [folder for folder in _folders(project) if _has(folder, modules)]
    mine = [folder for folder in homes if folder.name not in NOT_MINE] or homes
    if not mine:
        raise AssignmentError(UNNAMED)
    first, *others = ["." if each == project else each.name for each in mine]
    if others:
        quoted = f'"{first}"' if " " in first else first  # on every system
        command = clean(" ".join((*program(), quoted)), NAMES)
        found = few((first, *others), NAMES)
        raise AssignmentError(f"name one of {clean(found, NAMES)}: {command}")
    return mine[0]


def _folders(project: Path) -> Iterator[Path]:
    """The project's own, and those in it."""
    yield project
    yield from (path for path in visible(project, "*") if path.is_dir())


def _has(folder: Path, modules: frozenset[str]) -> bool:
    return any((folder / name).is_file() for name in modules)
