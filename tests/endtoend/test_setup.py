"""setup.sh and run_autograder, on every change: tests/repeated has the rest."""

from __future__ import annotations

import json

from tests.repeated.test_setup import Machine, bare, chosen, machine, pytestmark

__all__ = ["bare", "machine", "pytestmark"]  # fixtures, and where they can be had


def test_the_newest_python_is_chosen(bare: Machine) -> None:
    """The newest of several wins."""
    bare.add_python("python3.10", (3, 10))
    bare.add_python("python3", (3, 11))
    newest = bare.add_python("python3.13", (3, 13))
    assert chosen(bare) == newest


def test_a_first_setup(machine: Machine) -> None:
    """It says in one line what it does; the pins hold for all it installs."""
    done = machine.setup()
    assert done.returncode == 0
    assert done.stdout == ""
    assert done.stderr == ("Setting up .venv with Python 3.12 (about 10 s, once) ...\n")
    log = (machine.folder / "pip.log").read_text().splitlines()
    assert all("--constraint constraints.txt" in call for call in log)
    assert log[-1].endswith("--requirement requirements.txt")


def test_a_first_run(machine: Machine) -> None:
    """It sets .venv up, then passes its arguments on."""
    done = machine.run(machine.project / "run_autograder", "my work", "--page", "p")
    assert done.returncode == 0
    assert done.stderr.startswith("Setting up .venv")
    assert json.loads(done.stdout) == {
        "prog": "run_autograder",
        "arguments": ["my work", "--page", "p"],
    }
