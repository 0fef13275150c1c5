"""Trees that are little more than a chain, and the commands that are tried on them."""

from __future__ import annotations

from pathlib import Path

from tests.small import ROOT, run

ASSIGNMENT = """\
questions:
  - name: minimax
    points: {value: 1, action: 1}
    trees: [chain.yaml]
"""
TWO_LEAVES, ONLY_CHILD = "L1: 1, L2: 2", "L1: 1"


def write(folder: Path, plies: int, end: str) -> Path:
    """An assignment on a chain of so many plies, which ends in these leaves."""
    inner = "".join(f"{{N{ply}: " for ply in range(plies - 1))
    text = f"tree: {inner}{{{end}}}{'}' * (plies - 1)}\n"
    (folder / "chain.yaml").write_text(text, encoding="utf-8")
    (folder / "assignment.yaml").write_text(ASSIGNMENT, encoding="utf-8")
    return folder


def problems(folder: Path) -> list[str]:
    """What goes wrong where each command in turn is tried on it."""
    reference = ROOT / "reference"
    done = [
        (command, run(*command))
        for command in (
            ("answers", folder),
            ("adequacy", folder),
            ("misconceptions", folder),
            ("show", folder / "chain.yaml"),
            (reference, "--assignment", folder),
        )
    ]
    return [
        f"{command[0]}: {each.returncode}, {each.stderr}"
        for command, each in done
        if each.returncode or "Traceback" in each.stderr
    ]
