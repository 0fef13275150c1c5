"""docs/platforms.md: the script for Classroom 50 grades a checkout by student.zip."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.platforms import add_venv
from tests.report.test_classroom50 import RUNNER, require_valid
from tests.small import ROOT, environment, run


def test_the_script_grades_a_checkout(tmp_path: Path) -> None:
    """With the bundle beside it, as its runner lays both out."""
    page = (ROOT / "docs" / "platforms.md").read_text(encoding="utf-8")
    (script,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    bundle, checkout = tmp_path / "bundle", tmp_path / "checkout"
    one = ROOT / "tests" / "assignments" / "one"
    assert run("bundle", bundle, "--assignment", one).returncode == 0
    (bundle / "autograder.py").write_text(script, encoding="utf-8")
    shutil.unpack_archive(bundle / "student.zip", bundle / "grader")
    (grader,) = (bundle / "grader").iterdir()
    add_venv(grader)  # else its first run would fetch one
    checkout.mkdir()
    for name in ("minimax.py", "alpha_beta.py"):
        shutil.copy(ROOT / "reference" / name, checkout)
    done = subprocess.run(
        [sys.executable, bundle / "autograder.py"],
        cwd=checkout,
        env=environment(**RUNNER),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    result = json.loads((checkout / "result.json").read_text(encoding="utf-8"))
    require_valid(result)
    assert result["score"] == result["max-score"] > 0
