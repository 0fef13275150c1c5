"""Look for repairs of the faulty programs of tests/programs, and say what came of it.

`.venv/bin/python benchmarks/explain.py` prints, question by question, how many programs
fail a test that students see, for how many lines are told, how many of these name the
line that the program says is at fault, or one beside it, and the CPU time of the
search: median and 95 %. With folders of assignments the programs are their known
mistakes; at fault are the lines that differ from the reference.

    --every N      of the programs each Nth (default 1)
    --budget N     millions of steps for each (default 20)
    --each         a line for each program as well
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cache
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from autograder.answers import program  # noqa: E402
from autograder.answers.program import Program  # noqa: E402
from autograder.assignment.questions import AnyTest, Assignment, is_told  # noqa: E402
from autograder.grading.explaining import explain  # noqa: E402
from autograder.grading.grading import Grading, Run  # noqa: E402
from autograder.judging.verdicts import Verdict  # noqa: E402
from autograder.kinds.all import KINDS, load  # noqa: E402
from autograder.report.gradebook import Gradebook  # noqa: E402
from autograder.sandbox.sandbox import Sandbox  # noqa: E402
from autograder.walls.leftovers import remove  # noqa: E402
from autograder.words.explanations import Explanation  # noqa: E402

NEAR = 1  # lines, between the one that is told and the one at fault


@dataclass(frozen=True)
class Faulty:
    """A program in a folder, the tests of its question, and the lines at fault."""

    name: str
    folder: Path
    assignment: Assignment
    tests: tuple[AnyTest, ...]
    faults: frozenset[int]


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
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--budget", type=float, default=20.0)
    parser.add_argument("--each", action="store_true")
    options = parser.parse_args()
    by_question: dict[str, list[Told]] = defaultdict(list)
    with Sandbox() as sandbox, TemporaryDirectory() as there:
        faulty = chain.from_iterable(mistakes(each, there) for each in options.folders)
        for each in islice(
            faulty if options.folders else programs(), 0, None, options.every
        ):
            told = explained(sandbox, each, options.budget)
            if told is None:
                continue
            by_question[told.question].append(told)
            if options.each:
                print(f"{told.name:40} {told.lines} {sorted(told.faults)}", flush=True)
    for question, rows in sorted(by_question.items()):
        print(row(question, rows))
    print(row("all", [told for rows in by_question.values() for told in rows]))


def programs() -> Iterator[Faulty]:
    """The faulty programs, and the lines that their program.yaml says are at fault."""
    for path in sorted((ROOT / "tests" / "programs").glob("*/*/program.yaml")):
        about = yaml.safe_load(path.read_text(encoding="utf-8"))
        if about.get("faulty"):
            assignment = loaded(ROOT / about["assignment"])
            tests = of_question(assignment, about["question"])
            module = path.parent / f"{tests[0].question.module}.py"
            source = module.read_text(encoding="utf-8")
            faults = frozenset(lines_of(about.get("line", ""), source))
            name = "/".join(path.parent.parts[-2:])
            yield Faulty(name, path.parent, assignment, tests, faults)


def mistakes(folder: Path, there: str) -> Iterator[Faulty]:
    """The known mistakes of an assignment as programs, each written to a folder."""
    assignment = loaded(folder)
    for kind in KINDS.values():
        for question, made in kind.authors.questions_with_mistakes(assignment):
            for number, each in enumerate(made):
                text = each.program.text()
                name = f"{question.name}/{each.mistake.name}"
                home = Path(there) / f"{question.name}{number}"
                home.mkdir(exist_ok=True)
                (home / f"{question.module}.py").write_text(text, encoding="utf-8")
                names = each.program.functions
                right = reference(question.module).without_uncalled(*names).text()
                faults = frozenset(differing(right, text))
                tests = of_question(assignment, question.name)
                yield Faulty(name, home, assignment, tests, faults)


@cache
def reference(module: str) -> Program:
    """The right program of a module."""
    return program.read(ROOT / "reference" / f"{module}.py")


def differing(right: str, wrong: str) -> Iterator[int]:
    """The numbers of the lines that differ; where some are missing, of the next."""
    rows = right.splitlines(), wrong.splitlines()
    for tag, _, _, first, last in SequenceMatcher(None, *rows).get_opcodes():
        if tag != "equal":
            yield from range(first + 1, max(last, first + 1) + 1)


@cache
def loaded(folder: Path) -> Assignment:
    """An assignment, read once."""
    return load(folder)


def of_question(assignment: Assignment, name: str) -> tuple[AnyTest, ...]:
    """The tests of a question that students see."""
    mine = [t for t in assignment.tests if t.question.name == name and is_told(t)]
    return tuple(mine)


def explained(sandbox: Sandbox, faulty: Faulty, budget: float) -> Told | None:
    """What is told of a program once its question is graded; None if all is right."""
    if not faulty.tests:
        return None
    assignment = replace(faulty.assignment, tests=faulty.tests, counterexample=0)
    remove(sandbox.folder / "submission")
    grading = Grading.of(assignment, faulty.folder, sandbox)
    run = Run(grading, Gradebook(None))
    run.run_all()
    if all(each.verdict is Verdict.CORRECT for each in run.results.values()):
        return None
    found, seconds = explained_in(sandbox, grading, run.gradebook, budget)
    question = faulty.tests[0].question.name
    cause = found.get(question)
    lines = tuple([each.line for each in cause.lines]) if cause else ()
    return Told(faulty.name, question, lines, faulty.faults, seconds)


def explained_in(
    sandbox: Sandbox, grading: Grading, gradebook: Gradebook, budget: float
) -> tuple[Mapping[str, Explanation], float]:
    """What explains a graded program by question, and the CPU seconds of all for that.

    Those of a worker are known when the server that began it has ended.
    """
    sandbox.end_server()
    began = sum(os.times()[:4])
    found = explain(grading, gradebook, budget)
    sandbox.end_server()
    return found, sum(os.times()[:4]) - began


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
