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


class WithData(build_py):
    """Lays these into the package's `_data`, which a clone has none of."""

    def run(self) -> None:
        """Build the package, with its data where that is not read from the clone."""
        super().run()
        if self.editable_mode:
            return
        data = Path(self.build_lib, "autograder", "_data")
        caches = shutil.ignore_patterns("__pycache__", ".*")
        for name in FOLDERS:
            shutil.copytree(HERE / name, data / name, ignore=caches, dirs_exist_ok=True)
        for name in FILES:
            shutil.copy(HERE / name, data / name)


setup(cmdclass={"build_py": WithData})
