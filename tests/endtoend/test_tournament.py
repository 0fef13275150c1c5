"""A tournament writes the same bytes, whoever plays the games, and after a kill."""

from __future__ import annotations

import filecmp
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from autograder.project import PROJECT

FILES = ["games.csv", "standing.csv", "tournament.html"]
DOCUMENT = PROJECT / "docs" / "tournament.md"
FLAGS = re.MULTILINE | re.DOTALL
TRANSCRIPT = re.compile(r"^\$ ./run_autograder (.*) --out out\n(.*?)^```$", FLAGS)


def command(out: Path, jobs: int) -> list[str]:
    """The command of the document, for so many jobs."""
    arguments = shown()[0].split()
    ours = [sys.executable, "-m", "autograder", *arguments]
    return [*ours, "--out", str(out), "--jobs", str(jobs)]


def printed(out: Path, jobs: int) -> str:
    """What the command prints."""
    done = subprocess.run(
        command(out, jobs), cwd=PROJECT, check=True, capture_output=True, text=True
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
    assert printed(one, 1).replace(str(one), "out") == shown()[1]
    journal = other / "games.jsonl"
    for lines, number, status, said in (
        (7, signal.SIGTERM, 143, "It was stopped from outside"),
        (12, signal.SIGKILL, -signal.SIGKILL, ""),
    ):
        running = subprocess.Popen(
            command(other, 1), cwd=PROJECT, stderr=subprocess.PIPE, text=True
        )
        while not journal.exists() or journal.read_bytes().count(b"\n") < lines:
            assert running.poll() is None
            time.sleep(0.01)
        running.send_signal(number)
        assert running.communicate()[1].startswith(said)
        assert running.returncode == status
    assert not (other / "games.csv").exists()
    before = journal.read_bytes()
    printed(other, 2)
    assert filecmp.cmpfiles(one, other, FILES, shallow=False) == (FILES, [], [])
    kept = journal.read_bytes()
    assert kept.startswith(before[: before.rfind(b"\n") + 1])
    assert len(kept.splitlines()) == 5 + 10 * 2  # each tried, each pair on both sides


def renew() -> None:
    """Write what the command prints into the document."""
    with TemporaryDirectory() as folder:
        out = Path(folder, "out")
        told = printed(out, 1).replace(str(out), "out")
    text = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(text.replace(shown()[1], told), encoding="utf-8")
