"""The command line where a package of .venv is missing, or only a part of one is there.

Expected is one sentence with status 2, whatever the command.
"""

from __future__ import annotations

import errno
import re
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path
from signal import SIGINT

import pytest

from autograder.commands import main
from autograder.commands.stopping import Stopped
from autograder.errors import system_error_sentence
from autograder.venv import finished
from tests.cases import for_each

PROJECT = Path(__file__).resolve().parent.parent.parent


def test_each_package_of_the_requirements_is_looked_for() -> None:
    """All that grading needs, and nothing else."""
    lines = PROJECT.joinpath("requirements.txt").read_text("utf-8").splitlines()
    bare = (re.split("[;#>]", line)[0] for line in lines if line[:1] != "#")
    named = {name.strip().lower() for name in bare}
    of_modules = packages_distributions()
    modules = {of_modules[name][0].lower() for name in finished.PACKAGES}
    assert modules == named


@for_each("command", [["grade", "x"], ["show", "x"], ["class", "x"], ["--help"], []])
def test_without_a_package_no_command_begins(
    command: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One sentence says what to do, and there is no traceback."""
    with monkeypatch.context() as without:
        there = [path for path in sys.path if "site-packages" not in path]
        without.setattr(sys, "path", there)
        assert main.main(command) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert ": the package gradescope_utils is missing or broken; " in said


def test_an_emptied_folder_is_no_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python would import it, and fail later."""
    for name in finished.PACKAGES:
        tmp_path.joinpath(f"{name}.py").touch()
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    assert finished.missing_package() == ""
    tmp_path.joinpath("yaml.py").unlink()
    tmp_path.joinpath("yaml").mkdir()
    assert finished.missing_package() == "yaml"


def test_no_older_pytest_is_taken_than_the_major_that_is_pinned() -> None:
    """`pip install` of the wheel reads no constraints; only this major is tested."""
    texts = [PROJECT.joinpath(name).read_text("utf-8") for name in finished.PINS]
    least, pinned = (
        re.findall(rf"^pytest{sign}(\d+)", text, re.MULTILINE)
        for sign, text in zip((">=", "=="), texts, strict=True)
    )
    assert len(least) == 1
    assert least == pinned


@for_each(
    "fault, said",
    [
        (errno.EACCES, "get the permission to use it (chmod) and try again"),
        (errno.EROFS, "name a place on another disk and try again"),
        (errno.ENOSPC, "make room on that disk and try again"),
    ],
)
def test_what_the_system_refuses_has_a_remedy(fault: int, said: str) -> None:
    """Behind the file and the reason."""
    assert system_error_sentence(OSError(fault, "No", "a.csv")) == f"a.csv: No; {said}"


@for_each(
    "prefix, where, remedy",
    [
        (PROJECT / ".venv", f"{PROJECT}/.venv: ", "delete this folder, then run ./set"),
        (Path("/usr"), f"{sys.executable}: ", "run ./setup.sh, and use .venv/bin/py"),
    ],
)
def test_what_to_do_depends_on_whose_python_it_is(
    prefix: Path, where: str, remedy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The project's own folder is made anew; of another Python nothing is deleted."""
    monkeypatch.setattr(sys, "prefix", str(prefix))
    told = finished.missing_package_sentence("yaml", str(PROJECT))
    assert told.startswith(f"{where}the package yaml is missing or broken; {remedy}")


@for_each("module", ["main", "grade", "options"])
def test_what_is_stopped_while_it_is_imported_leaves_no_traceback(module: str) -> None:
    """As later: a sentence and 130; by `python -m`, and as installed."""
    name = f"autograder.commands.{module}"
    program = (
        "import sys\n"
        "class Stop:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {name!r}: raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Stop())\n"
        "from autograder.commands.start import begin\n"
        "sys.argv[1:] = ['grade', 'x']\n"
        "begin()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == f"{Stopped(SIGINT)}\n"
