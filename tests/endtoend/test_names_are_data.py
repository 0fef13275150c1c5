"""Names that act, and messages that are forged, in all files of a class."""

from __future__ import annotations

import json
import shutil
import unicodedata
from pathlib import Path
from typing import Any

from tests.small import ROOT, run
from tests.unitgrading import TREES

GAMES = ROOT / "tests" / "hostile" / "games"
ACTING = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def texts(content: Any) -> str:
    """All the texts in a JSON value, one behind the other."""
    if isinstance(content, dict):
        content = [each for pair in content.items() for each in pair]
    if isinstance(content, list):
        return "".join(map(texts, content))
    return content if isinstance(content, str) else ""


def test_nothing_acts_in_any_file_of_a_class(tmp_path: Path) -> None:
    """Each is graded, and what students sent is text wherever it is shown."""
    for name in ("names_that_act", "forged_class"):
        (tmp_path / "class" / name).mkdir(parents=True)
        shutil.copy(
            GAMES / f"{name}.py", tmp_path / "class" / name / "coin_splitting.py"
        )
    out = tmp_path / "out"
    command = ("class", tmp_path / "class", "--assignment", TREES / "modelling")
    done = run(*command, "--out", out)
    assert (done.returncode, done.stderr) == (0, "")
    shown = [done.stdout, *((out / f).read_text("utf-8") for f in FILES)]
    results = [json.loads(path.read_bytes()) for path in (out / "results").iterdir()]
    assert len(results) == 2
    shown += map(texts, results)
    assert r"\x1b[2J" in "".join(shown)
    acting = {c for c in "".join(shown) if unicodedata.category(c) in ACTING}
    assert acting <= {"\r", "\n"}


FILES = ("grades.csv", "class.html")
