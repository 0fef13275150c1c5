"""The README keeps its word: its commands run, and print what it shows."""

from __future__ import annotations

import os
import re
import subprocess
from functools import cache

import pytest

from autograder.report.terminal import passed_count_sentence
from tests.small import ROOT, total, without_layers

README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE = re.compile(
    r"```console\n\$ (?P<command>[^\n]+)\n(?P<shown>.*?)```", re.DOTALL
)
TEST_LINE = "./setup.sh --dev && .venv/bin/pytest -n auto"
TRANSCRIPTS = [(found["command"], found["shown"]) for found in CONSOLE.finditer(README)]


@pytest.mark.parametrize("command,shown", TRANSCRIPTS)
def test_a_transcript_is_what_the_command_prints(command: str, shown: str) -> None:
    """Each `$` line, run in the project's folder, prints the lines below it."""
    assert without_layers(shown) == without_layers(printed_by(command))


def printed_by(command: str) -> str:
    """What a command prints, run in the project's folder."""
    environment = {"PATH": os.environ["PATH"], "HOME": "/nowhere", "LANG": "C.UTF-8"}
    run = subprocess.run(
        command.split(),
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stderr == ""
    return run.stdout


def renew() -> None:
    """Write the transcripts anew."""

    def renewed(found: re.Match[str]) -> str:
        command = found["command"]
        return f"```console\n$ {command}\n{printed_by(command)}```"

    (ROOT / "README.md").write_text(CONSOLE.sub(renewed, README), encoding="utf-8")


@cache
def ran(*words: str) -> subprocess.CompletedProcess[str]:
    """A command, run in the project's folder; a test or two read what it printed."""
    own = {name: text for name, text in os.environ.items() if name != "PYTEST_ADDOPTS"}
    return subprocess.run(
        words, cwd=ROOT, env=own, capture_output=True, text=True, check=False
    )


def test_there_are_transcripts() -> None:
    """A changed README cannot silently lose what the test above reads."""
    assert len(TRANSCRIPTS) == 2


def test_the_two_commands_stand_in_the_first_screen() -> None:
    """A newcomer sees how to grade and how to test without scrolling."""
    first_screen = "\n".join(README.splitlines()[:40])
    assert "./run_autograder reference" in first_screen
    assert re.sub(r" +", " ", first_screen).count(TEST_LINE) == 1


def test_the_template_is_graded_without_points_and_without_a_traceback() -> None:
    """It says what to write next, and earns nothing for 55 tests."""
    done = ran("./run_autograder", "student_template")
    assert done.returncode == 0, done.stderr
    assert total(done.stdout) == "0/100"
    for trees in (22, 33):
        assert (
            passed_count_sentence(0, trees, "trees", [("not filled in", trees)])
            in done.stdout
        )
    assert ": write max_value: largest successor value" in done.stdout


def test_the_reference_earns_full_marks() -> None:
    """The first of the two commands."""
    done = ran("./run_autograder", "reference")
    assert done.returncode == 0, done.stderr
    assert total(done.stdout) == "100/100"


def test_ci_runs_the_line_that_the_readme_gives() -> None:
    """What a newcomer is told to run is what decides whether a change lands."""
    assert TEST_LINE in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_architecture_names_every_room() -> None:
    """Whoever looks for a thing finds the package that owns it."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = [path.parent.name for path in ROOT.glob("autograder/*/__init__.py")]
    assert [room for room in rooms if f"`{room}`" not in text] == []
