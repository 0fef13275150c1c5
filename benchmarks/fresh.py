"""What is told of real programs that `fresh.json` lists, where these lie in a folder.

`.venv/bin/python benchmarks/fresh.py FOLDER [NUMBER…]` grades FOLDER/NUMBER/*.py, whose
hashes must be those of the list, as students' files are. Of each it prints the lines
that are told, whether a reader has marked one of them, and the CPU time of the search
for them; at the end, by kind and by how many faults were marked, how many were told,
how many of these at a mark, and the CPU time in the middle. The programs are not here:
nobody's code is. `--budget N` is in millions of steps.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from autograder.assignment.questions import Assignment  # noqa: E402
from autograder.grading.grading import Grading  # noqa: E402
from autograder.grading.session import Wanted, grade_fully  # noqa: E402
from autograder.kinds.all import load  # noqa: E402
from autograder.report.gradebook import Gradebook  # noqa: E402
from autograder.sandbox.sandbox import Sandbox  # noqa: E402
from autograder.walls.leftovers import remove  # noqa: E402
from autograder.words.explanations import Explanation  # noqa: E402
from benchmarks.explain import explained_in  # noqa: E402

LIST = ROOT / "benchmarks" / "fresh.json"
SEARCHES = ("search",)
FEW = 2  # faults


@dataclass(frozen=True)
class Listed:
    """A program of the list, where it lies, and the lines that its readers marked."""

    number: str
    unit: str
    question: str
    file: Path
    first: list[list[int]]
    second: list[list[int]]

    @property
    def faults(self) -> int:
        """How many faults it has, by the reader who found fewer."""
        return min(len({tuple(each) for each in self.first}), len(self.second))

    @property
    def marked(self) -> set[int]:
        """The lines that a reader marked."""
        return {
            line for marks in (self.first, self.second) for m in marks for line in m
        }


def programs(folder: Path, numbers: list[str]) -> list[Listed]:
    """The faulty programs of the list that lie in a folder.

    ValueError if one was changed. Those that are right on all trees are left out.
    """
    found = []
    for row in json.loads(LIST.read_text(encoding="utf-8"))["programs"]:
        home = folder / row["number"]
        is_wanted = not numbers or row["number"] in numbers
        if not home.is_dir() or not is_wanted or row.get("right"):
            continue
        (file,) = home.glob("*.py")
        if hashlib.sha256(file.read_bytes()).hexdigest() != row["file"]:
            raise ValueError(f"{file} is not what was marked")
        marks = row["marks_a"], row["marks_b"]
        about = row["number"], row["unit"], row["question"], file
        found.append(Listed(*about, *marks))
    return found


@cache
def assignment_of(unit: str, question: str) -> Assignment:
    """The tests of one question, without a search for the smallest tree."""
    folder = ROOT / "test_trees"
    whole = load(folder if unit == "test_trees" else folder / unit)
    tests = tuple(test for test in whole.tests if test.question.name == question)
    return replace(whole, tests=tests, counterexample=0.0)


def told_of(
    sandbox: Sandbox, listed: Listed, budget: float
) -> tuple[str, Explanation | None, float]:
    """The kind of the question, what explains the program, and the CPU seconds of that.

    Nothing explains it where no repair was found.
    """
    assignment = assignment_of(listed.unit, listed.question)
    grading = Grading.of(assignment, listed.file.parent, sandbox)
    gradebook = Gradebook(None)
    try:
        grade_fully(grading, gradebook, Wanted(searches=False, explain=0))
        found, seconds = explained_in(sandbox, grading, gradebook, budget)
    finally:
        remove(grading.staged.folder)
    kind = assignment.tests[0].question.kind
    return kind, found.get(listed.question), seconds


def main() -> None:
    """Grade them, and print what was told."""
    parser = argparse.ArgumentParser(description="Grade real programs that are listed.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("numbers", nargs="*", metavar="NUMBER")
    parser.add_argument("--budget", type=float, default=8.0, metavar="N")
    options = parser.parse_args()
    count: Counter[tuple[str, str]] = Counter()
    cpu: dict[str, list[float]] = defaultdict(list)
    for each in programs(options.folder, options.numbers):
        with Sandbox() as sandbox:
            kind, cause, seconds = told_of(sandbox, each, options.budget)
        lines = [line.line for line in cause.lines] if cause else []
        at_mark = not each.marked.isdisjoint(lines)
        size = "one or two" if each.faults <= FEW else "three and more"
        of_kind = "searches" if kind in SEARCHES else "others"
        group = f"{of_kind}, {size} faults"
        cpu[of_kind].append(seconds)
        count[group, "programs"] += 1
        count[group, "told"] += bool(lines)
        count[group, "at a mark"] += at_mark
        outcome = ("at a mark" if at_mark else "ELSEWHERE") if lines else "nothing"
        parts = [p.function for p in cause.parts] if cause else []
        shown = f"{each.number} {each.question:24} {seconds:5.1f} s {outcome:9} {lines}"
        beside = sorted({*lines} - each.marked)
        print(f"{shown} beside {beside} {parts}", flush=True)
    for group in dict.fromkeys(group for group, _ in count):
        row = (f"{count[group, n]} {n}" for n in ("programs", "told", "at a mark"))
        print(f"{group}: {', '.join(row)}")
    for of_kind, spent in cpu.items():
        print(f"{of_kind}: {median(spent):.1f} s of CPU in the middle")


if __name__ == "__main__":
    main()
