"""A tournament writes the same bytes, whoever plays the games, and after a kill."""

from __future__ import annotations

import filecmp
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from autograder.project import PROJECT

FILES = ["games.csv", "standing.csv", "tournament.html"]
PROGRAMS = {
    "first": "game.actions(state)[0]",
    "random": "random.choice(game.actions(state))",
    "hashed": "sorted(game.actions(state), key=hash)[0]",
}
GAME = ("--game", "nim", "piles=2,3", "--bank", "50", "--rounds", "2")


def tournament(handed: Path, out: Path, jobs: int) -> list[str]:
    """The command."""
    command = [sys.executable, "-m", "autograder", "tournament", str(handed)]
    return [*command, *GAME, "--out", str(out), "--jobs", str(jobs)]


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_files_are_equal_for_one_and_many_and_after_a_kill(tmp_path: Path) -> None:
    """By the bytes of all three; what was played before a kill is not played again."""
    handed = tmp_path / "class"
    for name, move in PROGRAMS.items():
        (handed / name).mkdir(parents=True)
        code = f"import random\ndef choose(game, state):\n    return {move}\n"
        (handed / name / "play.py").write_text(code, encoding="utf-8")
    one, other = tmp_path / "one", tmp_path / "other"
    subprocess.run(tournament(handed, one, 1), cwd=PROJECT, check=True)
    journal = other / "games.jsonl"
    running = subprocess.Popen(tournament(handed, other, 1), cwd=PROJECT)
    while not journal.exists() or journal.read_bytes().count(b"\n") < 5:
        assert running.poll() is None
        time.sleep(0.01)
    running.send_signal(signal.SIGKILL)
    running.wait()
    assert not (other / "games.csv").exists()
    before = journal.read_bytes()
    subprocess.run(tournament(handed, other, 2), cwd=PROJECT, check=True)
    assert filecmp.cmpfiles(one, other, FILES, shallow=False) == (FILES, [], [])
    assert journal.read_bytes().startswith(before[: before.rfind(b"\n") + 1])
    assert len(journal.read_bytes().splitlines()) == 3 + 3 * 2 * 2
