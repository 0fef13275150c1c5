"""The wheel has beside the package what a clone has: what it grades with, and packs."""

from __future__ import annotations

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent
FOLDERS = ("reference", "student_template", "test_trees", "examples/complete", "docs")
FILES = (
    *("run_autograder", "setup.sh", "grade.py", "LICENSE"),
    *("requirements.txt", "constraints.txt", "README.md", "CONTRIBUTING.md"),
)
# What work leaves in a clone. MANIFEST.in leaves the same out.
LEFT_BEHIND = ("__pycache__", "grades", ".*", "*~", "*.bak", "*.orig", "*.swp")


def left_behind(folder: str, names: list[str]) -> set[str]:
    """Which names of a folder nobody else gets; each course has its own secret."""
    secret = {"secret"} if Path(folder).name == "answers" else set()
    return shutil.ignore_patterns(*LEFT_BEHIND)(folder, names) | secret


class WithData(build_py):
    """Lays these into the package's `_data`, which a clone has none of."""

    def run(self) -> None:
        """Build the package, with its data where that is not read from the clone."""
        if self.editable_mode:
            super().run()
            return
        shutil.rmtree(self.build_lib, ignore_errors=True)  # of another day
        super().run()
        data = Path(self.build_lib, "autograder", "_data")
        for name in FOLDERS:
            shutil.copytree(HERE / name, data / name, ignore=left_behind)
        for name in FILES:
            shutil.copy(HERE / name, data / name)


setup(cmdclass={"build_py": WithData})
