"""A class that was asked for Monte Carlo tree search: here, and on a cluster."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.commands.main import main
from tests.daskcluster import Dask, dask
from tests.small import ROOT

UNIT = "monte_carlo"
HANDED_IN = {
    "ada": ROOT / "reference",
    "bob": ROOT / "tests" / "units" / UNIT / "sign_never_turned",
    "cyd": ROOT / "student_template",
    "dee": ROOT / "tests" / "units" / UNIT / "never_stops",
}


@pytest.fixture(scope="module")
def students(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four folders: what is right, a usual mistake, the stub, and what never ends."""
    folder = tmp_path_factory.mktemp("class")
    for name, handed_in in HANDED_IN.items():
        (folder / name).mkdir()
        shutil.copy(handed_in / f"{UNIT}.py", folder / name)
    return folder


@pytest.fixture(scope="module")
def cluster() -> Iterator[Dask]:
    """A worker, whose folders are open to others: a class closes those made later."""
    with dask(1) as found:
        yield found


def graded(students: Path, out: Path, *more: str) -> list[dict[str, str]]:
    """The rows of grades.csv."""
    words = ("class", str(students), "--out", str(out), *more)
    unit = str(ROOT / "test_trees" / UNIT)
    assert main([*words, "--assignment", unit, "--feedback", "html"]) == 0
    with (out / "grades.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_class_is_graded_alike_here_and_on_a_cluster(
    cluster: Dask, students: Path, tmp_path: Path
) -> None:
    """All points, a share, or none."""
    rows = graded(students, tmp_path / "here")
    told = {row["name"]: (row["ucb1"], row["mcts"], row["status"]) for row in rows}
    assert told["ada"] == ("12", "88", "graded")
    assert told["bob"][0] == "12"
    assert 0 < float(told["bob"][1]) < 20
    assert told["cyd"] == ("0", "0", "graded")
    assert told["dee"] == ("12", "0", "graded")
    assert graded(students, tmp_path / "there", *cluster.options()) == rows


def test_a_page_draws_the_tree_of_the_first_wrong_playout(
    students: Path, tmp_path: Path
) -> None:
    """In each student's feedback; no page of what is right draws any."""
    graded(students, tmp_path)
    pages = {
        name: (tmp_path / "feedback" / f"{name}.html").read_text("utf-8")
        for name in HANDED_IN
    }
    assert "so iteration 8 went astray" in pages["bob"]
    assert '"payoffs":[[' in pages["bob"]
    assert '"payoffs":[[' not in pages["ada"]
    assert "write mcts_search" in pages["cyd"] or "not yet written" in pages["cyd"]
