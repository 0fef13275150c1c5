"""A submission that prints without end changes no row of the report."""

from __future__ import annotations

import json
from pathlib import Path

from tests.report.test_injection_into_reports import (
    LARGEST_RESULTS,
    LOUD,
    QUICK,
    QUIET_PROGRAM,
    acting,
    graded,
)


def test_a_million_characters_change_no_row(tmp_path: Path) -> None:
    """Loud and quiet differ in what is told of each test, and in nothing else."""
    found = []
    for name, source in (("loud", LOUD), ("quiet", QUIET_PROGRAM)):
        folder = tmp_path / name
        folder.mkdir()
        found.append(graded(folder, source, QUICK, "-v"))
    loud, quiet = found
    rows = [
        [(t["number"], t["name"], t["status"], t["score"], t["max_score"]) for t in r]
        for r in (loud.results["tests"], quiet.results["tests"])
    ]
    assert rows[0] == rows[1]
    assert [row[3] for row in rows[0]] == [0, 0, 0, 0]
    assert (loud.status, loud.stderr) == (quiet.status, quiet.stderr) == (0, "")
    totals = [line for line in loud.stdout.split("\n") if line.startswith("Total")]
    assert [line.split() for line in totals] == [["Total", "0/14"]]
    assert acting(loud.stdout) == ""
    assert len(json.dumps(loud.results)) < LARGEST_RESULTS
    assert '  | {"score": 100' in loud.results["tests"][0]["output"]
    assert loud.results["output"] == quiet.results["output"]
