"""A tournament writes the same bytes, whoever plays the games, and after a kill."""

from __future__ import annotations

import filecmp
import pickle
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from autograder.classroom.running.grader import Setting
from autograder.classroom.running.graders import Graders
from autograder.classroom.tournament import (
    Player,
    Terms,
    _arenas,
    _played_by_grader,
    games_of,
    results,
    task,
)
from autograder.errors import AssignmentError
from autograder.kinds.match.playing import MODULE
from autograder.project import PROJECT
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.rules import known_games
from autograder.uploads.reading import uploads
from autograder.uploads.staging import pick
from tests.daskcluster import dask

FILES = ["games.csv", "standing.csv", "tournament.html"]
DOCUMENT = PROJECT / "docs" / "tournament.md"
ALONE = ("--jobs", "1")
FLAGS = re.MULTILINE | re.DOTALL
TRANSCRIPT = re.compile(r"^\$ ./run_autograder (.*) --out out\n(.*?)^```$", FLAGS)


def command(out: Path, *by: str) -> list[str]:
    """The command of the document, and the option that says who plays."""
    arguments = shown()[0].split()
    ours = [sys.executable, "-m", "autograder", *arguments]
    return [*ours, "--out", str(out), *by]


def printed(out: Path, *by: str) -> str:
    """What the command prints, whose games are played by these."""
    done = subprocess.run(
        command(out, *by), cwd=PROJECT, check=True, capture_output=True, text=True
    )
    return done.stdout


def shown() -> tuple[str, str]:
    """The arguments of the document's command, and what it prints."""
    (transcript,) = TRANSCRIPT.findall(DOCUMENT.read_text(encoding="utf-8"))
    return transcript[0], transcript[1]


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_files_are_equal_for_one_and_many_and_after_a_kill(tmp_path: Path) -> None:
    """By the bytes of all three; what was played before a kill is not played again.

    What the document shows is printed.
    """
    one, other = tmp_path / "one", tmp_path / "other"
    assert printed(one, *ALONE).replace(str(one), "out") == shown()[1]
    journal = other / "games.jsonl"
    for lines, number, status, said in (
        (7, signal.SIGTERM, 143, "It was stopped from outside"),
        (12, signal.SIGKILL, -signal.SIGKILL, ""),
    ):
        running = subprocess.Popen(
            command(other, *ALONE), cwd=PROJECT, stderr=subprocess.PIPE, text=True
        )
        while not journal.exists() or journal.read_bytes().count(b"\n") < lines:
            assert running.poll() is None
            time.sleep(0.01)
        running.send_signal(number)
        assert running.communicate()[1].startswith(said)
        assert running.returncode == status
    assert not (other / "games.csv").exists()
    before = journal.read_bytes()
    printed(other, "--jobs", "2")
    assert filecmp.cmpfiles(one, other, FILES, shallow=False) == (FILES, [], [])
    kept = journal.read_bytes()
    assert kept.startswith(before[: before.rfind(b"\n") + 1])
    assert len(kept.splitlines()) == 5 + 10 * 2  # each tried, each pair on both sides


def test_files_are_equal_for_a_cluster(tmp_path: Path) -> None:
    """Of two workers; how many games each plays, the cluster says, and not `--jobs`."""
    pytest.importorskip("distributed")
    one, other = tmp_path / "one", tmp_path / "other"
    with dask(2) as cluster:
        told = printed(other, *cluster.options())
    assert told == printed(one, *ALONE).replace(str(one), str(other))
    assert filecmp.cmpfiles(one, other, FILES, shallow=False) == (FILES, [], [])
    both = command(other, *ALONE, *cluster.options())
    refused = subprocess.run(both, cwd=PROJECT, capture_output=True, text=True)  # noqa: PLW1510
    assert refused.returncode == 2
    assert refused.stderr.startswith("--jobs is for this machine: how much a cluster")


PLAYERS = PROJECT / "tests" / "units" / "play"
PICKED = pick(uploads(PLAYERS / "first_action"), (MODULE,))
PAIR = Player("a", "", PICKED), Player("b", "", PICKED)


def setting(turns: Path) -> Setting:
    """That of graders here."""
    return Setting(PROJECT / "test_trees" / "play", PLAYERS, False, turns)  # noqa: FBT003


def test_a_process_that_dies_costs_no_game(tmp_path: Path) -> None:
    """Another one plays what it had."""
    terms = Terms("nim", {"piles": (1, 2)}, known_games(), 100, hides=False)
    with Graders(setting(tmp_path), 1, 60) as graders:
        played = []
        for each in results(terms, [*games_of(terms, PAIR, [()])] * 3, graders):
            played.append(each[1])
            if len(played) == 2:
                (seat,) = graders._seats
                assert seat.process._running is not None
                seat.process._running.kill()
    assert len(played) == 6
    assert {(each.points, each.reason) for each in played} == {(0.0, "")}


def test_a_grader_keeps_tournaments_apart() -> None:
    """One of a cluster may be asked by two, each with a game of its own."""
    rules, labels = known_games()["nim"].read_bytes(), []
    with Sandbox() as sandbox:
        for piles in ((1, 2), (2, 1), (1, 2)):
            terms = Terms("nim", {"piles": piles}, known_games(), 100, hides=False)
            graded = _played_by_grader(terms, rules, task(terms, PAIR), sandbox, None)
            played = pickle.loads(graded.record)  # noqa: S301 - ours
            labels.append(played.plies[0].label)
    for arena in _arenas.values():
        for box in arena._sandboxes:
            box.close()
    _arenas.clear()
    assert labels == ["(1,2)-A", "(2,1)-A", "(1,2)-A"]


BROKEN = """
from dataclasses import dataclass
@dataclass(frozen=True)
class Rules:
    def initial(self): return 0
    def to_move(self, n): return "max"
    def successors(self, n): return (1, 2) if n == 0 else 1 / 0
    def utility(self, n): return 0
    def label(self, n): return str(n)
    def content(self, n): return n
RULES = Rules
"""


def test_a_grader_blames_the_rules(tmp_path: Path) -> None:
    """They are sent to it, and are no fault of the grader or of who plays."""
    path = tmp_path / "broken.py"
    path.write_text(BROKEN, encoding="utf-8")
    terms = Terms("broken", {}, {"broken": path}, 100, hides=False)
    one = task(terms, PAIR)
    with Graders(setting(tmp_path), 1, 60) as graders:
        played = results(terms, [one], graders)
        with pytest.raises(AssignmentError, match=r"broken\.py, line 7: ZeroDivision"):
            next(played)


def renew() -> None:
    """Write what the command prints into the document."""
    with TemporaryDirectory() as folder:
        out = Path(folder, "out")
        told = printed(out, *ALONE).replace(str(out), "out")
    text = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(text.replace(shown()[1], told), encoding="utf-8")
