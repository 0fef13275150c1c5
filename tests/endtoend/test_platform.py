"""Gradescope's layout, on every change: tests/repeated has the rest."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from autograder.sandbox import workers
from autograder.venv.finished import PINS
from tests.platforms import Platform, add_venv, copied, laid_out
from tests.report.test_prairielearn import VALIDATOR
from tests.small import ROOT, environment, make_assignment, right, run

IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
BASH = shutil.which("bash")

pytestmark = pytest.mark.skipif(BASH is None, reason="needs bash")


@pytest.fixture(scope="module")
def untouched() -> Iterator[Platform]:
    """A small assignment, and the reference as the submission."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        yield laid_out(folder / "autograder", make_assignment(folder, {}))


@pytest.fixture
def platform(untouched: Platform, tmp_path: Path) -> Platform:
    """The same, to be graded and to be broken."""
    return copied(untouched, tmp_path)


def test_stubs(platform: Platform) -> None:
    """Unfilled stubs are graded, and earn nothing."""
    platform.submit(ROOT / "student_template")
    status, results, _ = platform.grade()
    assert status == 0
    assert [test["score"] for test in results["tests"]] == [0]


def test_assignment_is_broken(platform: Platform) -> None:
    """No score, status 3, and every mistake for the instructor, none for students."""
    (platform.trees / "fig_5_2.yaml").write_text("tree: [1, [], x]\n")
    status, results, stderr = platform.grade()
    assert status == 3
    assert results["tests"] == []
    assert "fig_5_2.yaml:1:11: " in stderr
    assert "fig_5_2.yaml:1:15: " in stderr
    assert "fig_5_2" not in results["output"]
    assert "no fault of yours" in results["output"]
    assert "Traceback" not in stderr


@pytest.mark.skipif(not IS_ROOT, reason="only root closes anything to others")
def test_closed_to_submissions(platform: Platform) -> None:
    """Where root grades, others reach neither trees nor results, nor what is beside."""
    platform.grade()
    assert [mode(platform.root / name) for name in ("source", "results")] == [0o700] * 2
    assert not mode(platform.root) & 0o077
    assert workers.is_closed_to_others(platform.root / "submission_metadata.json")


@pytest.mark.skipif(shutil.which("unzip") is None, reason="needs unzip")
def test_the_image_for_prairielearn_grades(tmp_path: Path) -> None:
    """The Dockerfile's own commands and the script, with its folders in another one."""
    page = (ROOT / "docs" / "platforms.md").read_text(encoding="utf-8")
    page = re.sub(r"(?m)(^| )/(grader|grade|tmp)\b", rf"\1{tmp_path}/\2", page)
    _, building, opening = re.findall(r"^RUN ((?:.*\\\n)*.*)", page, re.MULTILINE)[:3]
    image, files = tmp_path / "grader", tmp_path / "tmp"
    image.mkdir()
    for name in PINS:
        shutil.copy(ROOT / name, image)
    add_venv(image)  # else the set-up would fetch one
    for name in PINS:
        (image / name).unlink()
    trees = make_assignment(tmp_path, {})
    assert run("bundle", files, "--assignment", trees).returncode == 0
    shutil.copytree(right(), tmp_path / "grade" / "student")
    script = page.partition("```sh\n")[2].partition("```")[0]
    (image / "grade.sh").write_text(f"{script.rstrip()} --trust-submissions\n")
    for command in (building, opening, f"{image}/grade.sh"):
        subprocess.run(["bash", "-c", command], check=True, env=environment())
    results = json.loads((tmp_path / "grade" / "results" / "results.json").read_text())
    VALIDATOR.validate(results)
    assert (results["gradable"], results["score"]) == (True, 1.0)


def mode(path: Path) -> int:
    """The permissions of a file or a folder."""
    return stat.S_IMODE(path.stat().st_mode)
