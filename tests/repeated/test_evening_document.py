"""docs/evening.md: its commands run one after another on a made-up class."""

from __future__ import annotations

import csv
import re
import shlex
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from autograder.commands.main import main
from autograder.kinds import all as assignments
from benchmarks import course, homework
from tests.small import ROOT

TEXT = (ROOT / "docs" / "evening.md").read_text(encoding="utf-8")
COMMANDS = [
    line.removeprefix("./run_autograder ")
    for block in re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL)
    for line in block.splitlines()
]
TABLES = re.findall(r"```text\n(sid,.*?)```", TEXT, re.DOTALL)
NAMES = ("LATE.csv", "COMMENTS.csv", "OVERRIDES.csv", "REQUESTS.csv")
MOST_WORDS = 900


@pytest.fixture(scope="module")
def evening() -> Iterator[dict[str, str]]:
    """What stands for the places that the commands leave open."""
    made = course.made(assignments.load(ROOT / "test_trees"), 4, "canvas", seed=3)
    work = dict.fromkeys(made.work, homework.folder(ROOT / "reference"))
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        course.write(folder, replace(made, work=work), "canvas")
        with zipfile.ZipFile(folder / "submissions.zip") as archive:
            (second, *_) = (n for n in archive.namelist() if "_7002_" in n)
        mine = "submission_7", f"{second.partition('_')[0]}_7002"
        with (folder / "made.csv").open(encoding="utf-8", newline="") as file:
            there = {row["sid"] for row in csv.DictReader(file)}
        assert there > {"00123", "1e5", "007"}
        for file_name, text in zip(NAMES, TABLES, strict=True):
            (folder / file_name).write_text(text.replace(*mine), encoding="utf-8")
        places = {each: str(folder / each) for each in NAMES}
        yield {
            **places,
            "my_course": str(ROOT / "test_trees"),
            "EXPORT": str(folder / "submissions.zip"),
            "GRADES": str(folder / "grades"),
            "ROSTER.csv": str(folder / "roster.csv"),
            "GRADEBOOK.csv": str(folder / "gradebook.csv"),
        }


def test_it_is_one_page() -> None:
    """Of so many words."""
    assert len(TEXT.split()) <= MOST_WORDS
    assert len(COMMANDS) >= 9


def test_each_command_works(evening: dict[str, str]) -> None:
    """One after another, in one folder; at the end all of it counts."""
    for command in COMMANDS:
        words = [evening.get(word, word) for word in shlex.split(command)]
        assert main(words) == 0, command
    grades = Path(evening["GRADES"])
    with (grades / "grades.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["sid"]: row for row in csv.DictReader(file)}
    assert rows["00123"]["minimax"] == "30"
    assert rows["007"]["essay"] == "8"
    assert rows["1e5"]["deducted"] == f"{float(rows['1e5']['points']) * 0.15:g}"
    assert "Dead code below line 30" in rows["1e5"]["comments"]
    assert (grades / "requests.csv").is_file()
