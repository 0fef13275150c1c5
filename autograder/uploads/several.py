"""Tell several submissions from one: an export, a folder of zips, a folder a student.

The platform hands over one at a time. At home somebody may name what holds a whole
class, which must not become the zero of one student.
"""

from __future__ import annotations

import os
import shlex
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path, PurePosixPath

from autograder.errors import AssignmentError
from autograder.text import clean
from autograder.uploads.reading import IGNORED, uploads
from autograder.uploads.staging import MOST_ENTRIES

LONGEST = 300  # characters of what the loop goes through
EXPORTED, OF_EXPORT = "submission_metadata.yml", "submission_*"  # as Gradescope names
ONE_BY_ONE = 'grade each by itself: for one in {}; do ./run_autograder "$one"; done'
UNPACK = "unpack it, and grade each by itself"


def require_one(submission: Path, modules: tuple[str, ...]) -> None:
    """Raise AssignmentError, with what to do, where there are several."""
    listed = islice(uploads(submission), MOST_ENTRIES)
    paths = [PurePosixPath(upload.path) for upload in listed]
    mine = [path for path in paths if not {*IGNORED} & {*path.parts}]
    pattern = _pattern(mine, frozenset(f"{module}.py" for module in modules))
    if pattern is not None:
        folder = shlex.quote(str(submission / pattern.parent))
        loop = ONE_BY_ONE.format(clean(f"{folder}/{pattern.name}", LONGEST))
        remedy = loop if submission.is_dir() else UNPACK
        raise AssignmentError(
            f"{clean(str(submission), LONGEST)}: expected one submission, found "
            f"several; {remedy}"
        )


def require_one_name(submissions: Sequence[Path]) -> None:
    """The same, where several are named."""
    if len(submissions) > 1:
        names = " ".join(shlex.quote(str(each)) for each in submissions)
        raise AssignmentError(
            f"expected one submission, found {len(submissions)}; "
            f"{ONE_BY_ONE.format(clean(names, LONGEST))}"
        )


def _pattern(
    paths: Sequence[PurePosixPath], names: frozenset[str]
) -> PurePosixPath | None:
    """What stands for each of several submissions; None where there is one.

    A module that is there again below a folder that has one is an older copy of it.
    """
    exports = [path.parent for path in paths if path.name == EXPORTED]
    if exports:
        return exports[0] / OF_EXPORT
    homes = {path.parent for path in paths if path.name in names}
    packed = [path.parent for path in paths if path.suffix.lower() == ".zip"]
    if len(packed) > 1 and not homes:
        return packed[0] / "*.zip"
    above = {home: [p for p in (home, *home.parents) if p in homes] for home in homes}
    tops = {home: known[-1] for home, known in above.items()}
    owned = {(tops[path.parent], path.name) for path in paths if path.name in names}
    if max(Counter(name for _, name in owned).values(), default=0) > 1:
        return PurePosixPath(os.path.commonpath({*tops.values()}) or ".") / "*"
    return None
