"""Look for repairs of the faulty programs of tests/programs, and say what came of it.

`.venv/bin/python benchmarks/explain.py` prints, question by question, how many programs
there are, for how many lines are told, how many of these name the line that the program
says is at fault, or one beside it, and the CPU time of the search: median and 95 %.

    --every N      of the programs each Nth (default 1)
    --budget N     millions of steps for each (default 20)
    --each         a line for each program as well
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from autograder.grading.explaining import explain  # noqa: E402
from autograder.grading.grading import Grading  # noqa: E402
from autograder.grading.run import Run, run_all  # noqa: E402
from autograder.kinds.all import load  # noqa: E402
from autograder.report.gradebook import Gradebook  # noqa: E402
from autograder.sandbox.sandbox import Sandbox  # noqa: E402
from autograder.walls.leftovers import remove  # noqa: E402

NEAR = 1  # lines, between the one that is told and the one at fault


@dataclass(frozen=True)
class Told:
    """What was told of one program: the lines, those at fault, and the CPU seconds."""

    name: str
    question: str
    lines: tuple[int, ...]
    faults: frozenset[int]
    cpu: float

    @property
    def names_the_fault(self) -> bool:
        """Whether a line at fault is among those that are told, or beside one."""
        return any(abs(a - b) <= NEAR for a in self.lines for b in self.faults)


def main() -> None:
    """Look, and tell."""
    parser = argparse.ArgumentParser(description="Look for repairs of faulty programs.")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--budget", type=float, default=20.0)
    parser.add_argument("--each", action="store_true")
    options = parser.parse_args()
    by_question: dict[str, list[Told]] = defaultdict(list)
    with Sandbox() as sandbox:
        for folder, about in [*programs()][:: options.every]:
            told = explained(sandbox, folder, about, options.budget)
            by_question[told.question].append(told)
            if options.each:
                print(f"{told.name:40} {told.lines} {sorted(told.faults)}", flush=True)
    for question, rows in sorted(by_question.items()):
        print(row(question, rows))
    print(row("all", [told for rows in by_question.values() for told in rows]))


def programs() -> Iterator[tuple[Path, dict[str, Any]]]:
    """The folders of faulty programs, each with what its program.yaml says."""
    for path in sorted((ROOT / "tests" / "programs").glob("*/*/program.yaml")):
        about = yaml.safe_load(path.read_text(encoding="utf-8"))
        if about.get("faulty"):
            yield path.parent, about


def explained(
    sandbox: Sandbox, folder: Path, about: dict[str, Any], budget: float
) -> Told:
    """What is told of a program once its question is graded."""
    whole = load(ROOT / about["assignment"])
    mine = [t for t in whole.tests if t.question.name == about["question"]]
    assignment = replace(whole, tests=tuple(mine), counterexample=0)
    remove(sandbox.folder / "submission")
    grading = Grading.of(assignment, folder, sandbox)
    run = Run(grading, Gradebook(None))
    run_all(run)
    began = sum(os.times()[:4])
    found = explain(grading, run.gradebook, budget)
    seconds = sum(os.times()[:4]) - began
    cause = found.get(about["question"])
    lines = tuple([each.line for each in cause.lines]) if cause else ()
    name = "/".join(folder.parts[-2:])
    source = (folder / f"{mine[0].question.module}.py").read_text(encoding="utf-8")
    faults = frozenset(lines_of(about.get("line", ""), source))
    return Told(name, about["question"], lines, faults, seconds)


def lines_of(marked: str | list[str], source: str) -> Iterator[int]:
    """The numbers of the lines that are said to be at fault."""
    marks = [marked] if isinstance(marked, str) else marked
    wanted = {*map(plain, "\n".join(marks).split("\n"))} - {""}
    for number, line in enumerate(source.split("\n"), 1):
        text = plain(line)
        if any(text.startswith(each) for each in wanted):
            yield number


def plain(line: str) -> str:
    """A line without blanks, quotes of one kind, and without its comment."""
    return "".join(line.replace('"', "'").partition("#")[0].split())


def row(name: str, rows: list[Told]) -> str:
    """One line of the table."""
    told = [each for each in rows if each.lines]
    right = sum(each.names_the_fault for each in told)
    cpu = sorted(each.cpu for each in rows)
    middle, high = cpu[len(cpu) // 2], cpu[int(len(cpu) * 0.95)]
    return (
        f"{name:24} {len(rows):4} programs, {len(told):4} told, {right:4} at fault; "
        f"CPU {middle:5.1f} s in the middle, {high:5.1f} s at 95 %"
    )


if __name__ == "__main__":
    main()
