"""Each program of tests/hostile/games loses what it says, and nothing else happens.

They are games whose states lie about equality and copies, or that look for what the
grader knows. The header's first line names the facets of the hidden lines that are
lost. docs/security.md says what is promised.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.schema import assert_valid_results
from tests.small import ROOT, run
from tests.unitgrading import TREES

FOLDER = ROOT / "tests" / "hostile" / "games"
PROGRAMS = sorted(FOLDER.glob("*.py"))
MODULE = "coin_splitting"
HEADER = re.compile(r"# loses:(?P<lost>[a-z_ ]*)\n# [A-Z]")
WORTH = {  # of the hidden lines, as their points stand to each other
    "to_move": 2,
    "actions": 3,
    "result": 3,
    "is_terminal": 2,
    "utility": 3,
    "canonical": 3,
    "unchanged": 1,
    "illegal": 1,
}
FACET = re.compile(r"^\s*([✓✗]) (\w+)\s+[\d.]+/[\d.]+", re.MULTILINE)
FEWEST = 10


def test_there_are_enough() -> None:
    """Of equality, hashing, copying, reading ahead and forging."""
    assert len(PROGRAMS) >= FEWEST


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_loses_what_it_deserves(program: Path, tmp_path: Path) -> None:
    """And a right game earns all behind it."""
    header = HEADER.match(program.read_text(encoding="utf-8"))
    assert header
    expected = set(header["lost"].split())
    assert _lost(program, tmp_path / "hostile") == expected
    assert _lost(ROOT / "reference" / f"{MODULE}.py", tmp_path / "right") == set()


def _lost(program: Path, folder: Path) -> set[str]:
    """The facets of the hidden lines that a program loses."""
    folder.mkdir()
    shutil.copy(program, folder / f"{MODULE}.py")
    results = folder.with_suffix(".json")
    done = run(
        folder,
        *("--assignment", TREES / "modelling", "--question", MODULE),
        *("--results", results, "-v", "--no-counterexample"),
    )
    assert "Traceback (most recent" not in done.stderr
    content = json.loads(results.read_bytes())
    assert_valid_results(content)
    (hidden,) = [t for t in content["tests"] if "all games" in t["name"]]
    facets = {name: sign for sign, name in FACET.findall(hidden["output"])}
    assert {*facets} == {*WORTH}, hidden["output"]
    lost = {name for name, sign in facets.items() if sign == "✗"}
    share = 1 - sum(WORTH[name] for name in lost) / sum(WORTH.values())
    assert hidden["score"] == pytest.approx(share * hidden["max_score"], abs=0.02)
    return lost
