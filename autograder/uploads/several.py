"""Which submission is meant at home, and whether what is named are several.

The platform hands over one at a time. At home somebody may name none, or what holds a
whole class (an export, a folder of zips, a folder a student), which must not become the
zero of one student.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path, PurePosixPath

from autograder.errors import AssignmentError
from autograder.files import visible
from autograder.project import (
    INSTALLED,
    PROJECT,
    STUBS,
    TRUSTED,
    command_line,
    command_prefix,
)
from autograder.text import clean, few_names
from autograder.uploads.reading import FOLDER_AS_FILE, module_file_names, uploads
from autograder.uploads.staging import MOST_ENTRIES

LONGEST = 300  # characters of a path that is shown
EXPORTED = "submission_metadata.yml"  # as Gradescope names it
NOT_MINE = (TRUSTED, STUBS)  # graded unnamed only where there is nothing else
NAMES = 120  # characters of those that are listed
UNNAMED = "name a folder, a .py file, a notebook or a zip to grade; --help tells more"


def require_one(
    submission: Path, modules: tuple[str, ...], assignment: str = ""
) -> None:
    """Raise AssignmentError, with the command for all, where there are several.

    `assignment` is its folder, where that is not the default.
    """
    listed = islice(uploads(submission), MOST_ENTRIES)
    paths = [PurePosixPath(u.path) for u in listed if u.reason != FOLDER_AS_FILE]
    if _are_several(paths, module_file_names(modules)):
        raise AssignmentError(
            f"{clean(str(submission), LONGEST)}: expected one submission, found "
            f"several; {_remedy(shlex.quote(str(submission)), assignment)}"
        )


def require_one_name(submissions: Sequence[Path], assignment: str = "") -> None:
    """AssignmentError where several submissions are named."""
    if len(submissions) > 1:
        raise AssignmentError(
            f"expected one submission, found {len(submissions)}; put them into one "
            f"folder, and {_remedy('FOLDER', assignment)}"
        )


def _remedy(folder: str, assignment: str) -> str:
    chosen = f" --assignment {shlex.quote(assignment)}" if assignment else ""
    command = f"{command_line('class')} {folder} --out DIR{chosen}"
    return f"grade them all: {clean(command, 2 * LONGEST)}"


def _are_several(paths: Sequence[PurePosixPath], names: frozenset[str]) -> bool:
    """Whether the files are of several submissions.

    A module that is there again below a folder that has one is an older copy of it.
    """
    if any(path.name == EXPORTED for path in paths):
        return True
    homes = {path.parent for path in paths if path.name in names}
    if not homes and sum(path.suffix.lower() == ".zip" for path in paths) > 1:
        return True
    above = {home: [p for p in (home, *home.parents) if p in homes] for home in homes}
    tops = {home: known[-1] for home, known in above.items()}
    owned = {(tops[path.parent], path.name) for path in paths if path.name in names}
    return max(Counter(name for _, name in owned).values(), default=0) > 1


def only_one_here(project: Path = PROJECT) -> Path:
    """The folder one stands in, or the only one in the project, that has a module.

    The template counts where there is no other. AssignmentError, with what to type,
    where there are several folders or none.
    """
    modules = module_file_names(path.stem for path in visible(project / STUBS, "*.py"))
    here = Path.cwd()
    project = here if project == INSTALLED else project
    if here != project and _has(here, modules):
        return here
    below = (path for path in visible(project, "*") if path.is_dir())
    homes = [folder for folder in (project, *below) if _has(folder, modules)]
    mine = [folder for folder in homes if folder.name not in NOT_MINE] or homes
    if not mine:
        raise AssignmentError(UNNAMED)
    first, *others = ["." if each == project else each.name for each in mine]
    if others:
        quoted = f'"{first}"' if " " in first else first  # on every system
        command = clean(" ".join((*command_prefix(), quoted)), NAMES)
        found = few_names((first, *others), NAMES)
        raise AssignmentError(f"name one of {clean(found, NAMES)}: {command}")
    return mine[0]


def _has(folder: Path, modules: frozenset[str]) -> bool:
    return any((folder / name).is_file() for name in modules)
