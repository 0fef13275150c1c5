"""What gradings of one assignment share."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.grading.grading import ready
from autograder.kinds import all as assignments
from tests.small import make_assignment

NEEDS_PYTEST = {
    "test_more.py": True,
    "checks/more_test.py": True,
    "conftest.py": True,
    "helper.py": False,
    "other/test_more.py": False,  # of another assignment
}


@pytest.mark.parametrize("path", NEEDS_PYTEST)
def test_which_files_need_pytest(tmp_path: Path, path: str) -> None:
    """Those in which it looks for tests of this assignment."""
    folder = make_assignment(tmp_path, {"other/assignment.yaml": "", path: ""})
    made = ready(assignments.load(folder))
    assert made.has_checks is NEEDS_PYTEST[path]
