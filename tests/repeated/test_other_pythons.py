"""A smoke grading on every Python from 3.10 to 3.13 that the machine has.

The packages are those of the running environment, which are pure Python where it
matters, so that nothing has to be installed and no network is needed.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.endtoend.test_packaging import COMMAND, published, ran
from tests.small import ROOT, right, total

__all__ = ["published"]  # a fixture
VERSIONS = ("3.10", "3.11", "3.12", "3.13")
LEFT_OUT = ("site-packages", "test", "tests", "idlelib", "tkinter", "config-*")
GRADE = """
import sys
sys.path[:0] = sys.argv[1:3]
from autograder.commands.main import main
sys.exit(main(["grade", *sys.argv[3:]]))
"""


def interpreter(version: str) -> Path | None:
    """An executable of that version: on the path, or among pyenv's."""
    home = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    candidates = [shutil.which(f"python{version}"), f"/usr/bin/python{version}"]
    with suppress(OSError):  # the home of another user
        candidates += sorted(map(str, home.glob(f"versions/{version}.*/bin/python3")))
    return next((Path(p) for p in candidates if p and _works(p, version)), None)


def _works(path: str, version: str) -> bool:
    program = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        run = subprocess.run(
            [path, "-c", program], capture_output=True, text=True, check=False
        )
    except OSError:
        return False
    return run.stdout.strip() == version


def is_open(path: Path) -> bool:
    """Whether every user can reach the path."""
    return all(
        folder.stat().st_mode & stat.S_IXOTH for folder in path.resolve().parents
    )


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that the unprivileged user can reach; pytest's own are closed."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def reachable(python: Path, folder: Path) -> Path:
    """The interpreter, or a copy of it where root alone could run this one."""
    program = "import os, sys; print(os.path.realpath(sys.executable), os.__file__)"
    run = subprocess.run(
        [python, "-c", program], capture_output=True, text=True, check=False
    )
    executable, module = map(Path, run.stdout.split())
    if os.geteuid() != 0 or (is_open(executable) and is_open(module)):
        return executable
    library = folder / "lib" / module.parent.name
    shutil.copytree(
        module.parent,
        library,
        copy_function=_link_or_copy,
        ignore=shutil.ignore_patterns(*LEFT_OUT),
    )
    (folder / "bin").mkdir()
    return Path(shutil.copy(executable, folder / "bin" / executable.name))


def _link_or_copy(source: str, target: str) -> str:
    try:
        os.link(source, target)
    except OSError:
        shutil.copy(source, target)
    return target


@pytest.mark.parametrize("version", VERSIONS)
def test_the_reference_earns_full_marks(version: str, open_folder: Path) -> None:
    """The default assignment, graded from start to end by another interpreter."""
    python = interpreter(version)
    if python is None:
        pytest.skip(f"there is no Python {version} on this machine")
    packages = sysconfig.get_path("purelib")
    arguments = [str(ROOT), packages, str(ROOT / "reference")]
    command = [str(reachable(python, open_folder)), "-s", "-c", GRADE, *arguments]
    run = subprocess.run(command, capture_output=True, text=True, cwd="/", check=False)
    assert run.stderr == ""
    assert total(run.stdout) == "100/100"


@pytest.mark.parametrize("version", VERSIONS)
def test_the_wheel_grades_on_each(
    version: str, published: Path, open_folder: Path
) -> None:
    """Installed in a fresh virtual environment, from a folder without a clone."""
    python = interpreter(version)
    if python is None:
        pytest.skip(f"there is no Python {version} on this machine")
    folder = open_folder / "venv"
    subprocess.run([python, "-m", "venv", folder], check=True)
    install = ("install", "--no-index", "--no-deps", "--no-compile", "-q")
    (wheel,) = published.glob("*.whl")
    subprocess.run((folder / "bin" / "pip", *install, wheel), check=True)
    library = folder / "lib" / f"python{version}" / "site-packages"
    library.joinpath("those.pth").write_text(sysconfig.get_path("purelib"))
    graded = (folder / "bin" / COMMAND, right(), "--question", "minimax")
    done = ran(*graded, "--trust-submissions", folder=open_folder)
    assert done.returncode == 0
    assert done.stderr.startswith("graded by the assignment of the package, ")
    assert "all 22 trees right" in done.stdout


def test_the_running_python_is_among_them() -> None:
    """The project's own Python is one of those that it promises to run on."""
    assert "{}.{}".format(*sys.version_info[:2]) in VERSIONS
