"""Tell several submissions from one: an export, a folder of zips, a folder a student.

The platform hands over one at a time. At home somebody may name what holds a whole
class, which must not become the zero of one student.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path, PurePosixPath

from autograder.errors import AssignmentError
from autograder.text import clean
from autograder.uploads.reading import FOLDER_AS_FILE, names_of, uploads
from autograder.uploads.staging import MOST_ENTRIES

LONGEST = 300  # characters of a path that is shown
EXPORTED = "submission_metadata.yml"  # as Gradescope names it
COMMAND = "./run_autograder class"


def require_one(
    submission: Path, modules: tuple[str, ...], assignment: str = ""
) -> None:
    """Raise AssignmentError, with the command for all, where there are several.

    `assignment` is its folder, where that is not the default.
    """
    listed = islice(uploads(submission), MOST_ENTRIES)
    paths = [PurePosixPath(u.path) for u in listed if u.reason != FOLDER_AS_FILE]
    if _are_several(paths, names_of(modules)):
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
    command = f"{COMMAND} {folder} --out DIR{chosen}"
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
