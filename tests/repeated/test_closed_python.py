"""Root's own Python, closed to other users, as pyenv or uv put it below its home."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
import yaml

from autograder.sandbox.sandbox import Sandbox
from tests.small import ROOT, environment, total

LEFT_OUT = ("site-packages", "dist-packages", "test", "__pycache__", "config-*")
PACKAGES = Path(yaml.__file__).parent.parent

pytestmark = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root"
)


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """A copy of this Python in a folder that only root can enter."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    home = tmp_path / "closed"
    (home / "bin").mkdir(parents=True)
    home.chmod(0o700)
    library = sysconfig.get_path("stdlib")
    ignored = shutil.ignore_patterns(*LEFT_OUT)
    shutil.copytree(library, home / "lib" / version, ignore=ignored)
    program = home / "bin" / version
    shutil.copy(Path(sys.executable).resolve(), program)
    told = subprocess.run(
        [program, "-c", "import os; print(os.__file__)"],
        env={"LD_LIBRARY_PATH": str(sysconfig.get_config_var("LIBDIR"))},
        capture_output=True,
        text=True,
        check=False,
    )
    if not told.stdout.startswith(str(home)):
        pytest.skip("this Python cannot be moved")
    return program


def test_root_grades_with_what_remains(python: Path, tmp_path: Path) -> None:
    """Full marks, by a worker that is root without its rights; and it says so."""
    with Sandbox() as sandbox:
        layers = sandbox.layers
    if not (layers.seccomp and layers.landlock):
        pytest.skip("needs seccomp and Landlock")
    shutil.copytree(ROOT / "reference", tmp_path / "upload")
    with (tmp_path / "upload" / "minimax.py").open("a") as file:
        file.write("\nimport os\nassert os.getuid() == 0\n")
        file.write("try: os.setgroups([1]); raise SystemExit\n")
        file.write("except PermissionError: pass\n")
    done = subprocess.run(
        [python, "-s", "-m", "autograder", tmp_path / "upload", "-v"],
        cwd=ROOT,
        env=environment(PYTHONPATH=f"{ROOT}{os.pathsep}{PACKAGES}"),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    line = " ".join(done.stdout.rpartition("Sandbox: ")[2].partition("\n\n")[0].split())
    assert total(done.stdout) == "100/100"
    assert "seccomp, Landlock" in line
    assert "missing: own user (needs a Python that others can read)" in line
