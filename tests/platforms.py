"""Gradescope's layout, /autograder, moved to a folder of the test.

autograder.zip is built by the real command, unpacked into source/, and graded by the
copy of run_autograder that the platform makes.
"""

from __future__ import annotations

import compileall
import json
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.schema import read_results
from tests.small import environment, right, run

METADATA = {
    "id": 123456,
    "created_at": "2026-02-03T10:21:45.294542-08:00",
    "assignment": {
        "id": 25828,
        "title": "Games",
        "due_date": "2026-02-03T23:59:00.000000-08:00",
        "late_due_date": None,
        "total_points": "100.0",
    },
    "submission_method": "upload",
    "users": [{"id": 1234, "email": "student@example.edu", "name": "A. Student"}],
    "previous_submissions": [],
}


def unpack(archive: Path, folder: Path) -> None:
    """Unpack a zip with the modes that it records, and give it this .venv."""
    unpack_only(archive, folder)
    add_venv(folder)


def unpack_only(archive: Path, folder: Path) -> None:
    """Unpack a zip with the modes that it records; of the students' its one folder."""
    with zipfile.ZipFile(archive) as packed:
        for entry in packed.infolist():
            path = folder / within(archive, entry.filename)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(packed.read(entry))
            path.chmod(entry.external_attr >> 16)


def within(archive: Path, name: str) -> str:
    """A file of a zip by its name below the folder that students unpack."""
    is_students = archive.name == "student.zip"
    return name.partition("/")[2] if is_students else name


def add_venv(folder: Path) -> None:
    """A finished .venv whose parts are links to the packages of this test run."""
    (folder / ".venv").mkdir()
    for part in ("bin", "lib", "pyvenv.cfg"):
        (folder / ".venv" / part).symlink_to(Path(sys.prefix) / part)
    stamp = [
        (folder / name).read_text() for name in ("requirements.txt", "constraints.txt")
    ]
    (folder / ".venv" / "grading.stamp").write_text("".join(stamp))


@dataclass(frozen=True)
class Platform:
    """The platform's folder."""

    root: Path

    @property
    def results(self) -> Path:
        """Where results.json must stand at the end."""
        return self.root / "results" / "results.json"

    @property
    def trees(self) -> Path:
        """The instructor's part of the zip."""
        return self.root / "source" / "test_trees"

    def submit(self, source: Path) -> None:
        """Lay out a submission; execute bits are lost."""
        shutil.rmtree(self.root / "submission")
        shutil.copytree(source, self.root / "submission")

    def grade(self, **variables: str) -> tuple[int, dict[str, Any], str]:
        """The status, results.json and what was said on stderr."""
        done = subprocess.run(
            ["./run_autograder"],
            cwd=self.root,
            env=environment(**variables),
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        return done.returncode, read_results(self.results), done.stderr


def laid_out(root: Path, trees: Path) -> Platform:
    """The platform's folder with the zip of an assignment unpacked in it."""
    done = run("bundle", root / "zips", "--assignment", trees)
    assert done.returncode == 0, done.stderr
    unpack(root / "zips" / "autograder.zip", root / "source")
    compileall.compile_dir(
        root / "source" / "autograder", quiet=1
    )  # once, not each time
    shutil.rmtree(root / "zips")
    shutil.copy(root / "source" / "run_autograder", root / "run_autograder")
    (root / "results").mkdir()
    shutil.copytree(right(), root / "submission")
    metadata = json.dumps(METADATA)
    (root / "submission_metadata.json").write_text(metadata)
    return Platform(root)


def copied(untouched: Platform, folder: Path) -> Platform:
    """The same in another folder, to be graded and to be broken."""
    root = shutil.copytree(untouched.root, folder / "autograder", symlinks=True)
    return Platform(root)
