"""Grade a class of a thousand, no two alike, and say what that costs.

`.venv/bin/python benchmarks/thousand.py` writes an export of 600 right submissions in
ten shapes, 350 with a known mistake, and 50 that cannot be imported, crash,
exit, print or return what they must not; grades it as a class with the default tests,
all layers, no smallest trees; and prints the figures.

    --count 60        so many, in the same shares
    --against FOLDER  another checkout grades the same, in turns
    --rounds 2        so often each; the figures are those of the cheapest
    --sleepers 10     then once more among ten that wait or loop in every call: how
                      long the others took with and without
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from autograder.assignment.questions import Assignment, Question  # noqa: E402
from autograder.authoring import misconceptions  # noqa: E402
from autograder.authoring.misconceptions import Right  # noqa: E402
from autograder.kinds.all import load  # noqa: E402
from autograder.kinds.search.computing import with_signatures  # noqa: E402
from benchmarks import course, processes  # noqa: E402
from benchmarks.homework import BROKEN, Homework, folder, shapes_of  # noqa: E402
from benchmarks.processes import Cost  # noqa: E402
from tests.classroom.made_exports import Who  # noqa: E402

OF_ALL = {"right": 0.6, "mistaken": 0.35, "bad": 0.05}
SHAPES = 10
BAD = (  # what the 50 are, by the beginning of the name of their folder
    "crash_",
    "exits_",
    "import_",
    "name_not_defined",
    "prints_",
    "returns_",
    "syntax_",
)
COMMON = re.compile(rb"\bv\b")  # a variable of most programs
WRONG = ({0}, {1}, {0, 1})  # the questions with a mistake, in turns
WAITING = "import time\n\n\ndef {name}(*arguments):\n    time.sleep(3600)\n"
LOOPING = "\n\ndef {name}(*arguments):\n    while True:\n        pass\n"
SEARCHES = re.compile(r"^counterexample:.*\n", re.MULTILINE)  # none are made without
PARTS = (processes.CLASS, processes.GRADER, processes.SERVER, processes.WORKER)
DONE = (  # the submissions graded, and their points
    "SELECT name, points FROM submission JOIN grading "
    "ON grading.id = submission.grading"
)


class Desk:
    """Where a thousand are written; the same seed writes the same."""

    def __init__(self, assignment: Assignment, seed: int) -> None:
        self._dice = random.Random(seed)  # noqa: S311 - the same class each time
        self._questions = with_signatures(assignment).questions()

    def written(self, count: int) -> list[Homework]:
        """So many, in the shares of a thousand and in an order of the dice."""
        few = {way: round(count * share) for way, share in OF_ALL.items()}
        ways = {"right": self._right, "mistaken": self._mistaken, "bad": self._bad}
        made = [homework for way in ways for homework in islice(ways[way](), few[way])]
        self._dice.shuffle(made)
        return [_unlike(homework, place) for place, homework in enumerate(made, 1)]

    def sleepers(self) -> Iterator[Homework]:
        """What waits in every call, and what loops in it, in turns."""
        for number, text in enumerate(cycle((WAITING, LOOPING)), 1):
            files = {
                f"{each.module}.py": "".join(
                    text.format(name=name)
                    for name in (*each.entry_functions, each.search)
                ).encode()
                for each in self._questions
            }
            yield _unlike(Homework(files, "waits or loops"), -number)

    def _right(self) -> Iterator[Homework]:
        shapes = [cycle(self._shapes(each)) for each in self._questions]
        while True:
            yield self._homework([(next(s).program.text(), "right") for s in shapes])

    def _mistaken(self) -> Iterator[Homework]:
        """One question answered wrongly, the other, or both, in turns."""
        right, wrong = self._right(), [*map(self._mistakes, self._questions)]
        for places in cycle(WRONG):
            made = next(right)
            for place in places:
                module = f"{self._questions[place].module}.py"
                text, what = next(wrong[place])
                files = {**made.files, module: text.encode()}
                made = Homework(files, f"{made.what}; {module}: {what}")
            yield made

    def _mistakes(self, question: Question) -> Iterator[tuple[str, str]]:
        """The text of a module, and what it is; all mistakes in turn."""
        shapes, mistakes = (
            [*self._shapes(question)],
            [*misconceptions.all_misconceptions()],
        )
        self._dice.shuffle(mistakes)
        for mistake in cycle(mistakes):
            self._dice.shuffle(shapes)
            made = (wrong for right in shapes for wrong in mistake.programs(right))
            for program in islice(made, 1):
                yield program.text(), mistake.name

    def _bad(self) -> Iterator[Homework]:
        """What goes wrong, beside a right answer to the other question."""
        names = [each for each in BROKEN.iterdir() if each.name.startswith(BAD)]
        for path, right in zip(cycle(sorted(names)), self._right(), strict=False):
            wrong = folder(path)
            yield Homework({**right.files, **wrong.files}, wrong.what)

    def _shapes(self, question: Question) -> Sequence[Right]:
        """Ten right programs, or all where there are fewer, from first to last."""
        found = shapes_of(question)
        return found[:: max(len(found) // SHAPES, 1)][:SHAPES]

    def _homework(self, answers: Sequence[tuple[str, str]]) -> Homework:
        modules = [each.module for each in self._questions]
        files = {
            f"{module}.py": text.encode()
            for module, (text, _) in zip(modules, answers, strict=True)
        }
        return Homework(files, "; ".join(what for _, what in answers))


def _unlike(homework: Homework, number: int) -> Homework:
    """The same, with a comment of its own, and every other with a name of its own."""
    files = {
        name: _renamed(content, number) + f"\n# number {number}\n".encode()
        for name, content in homework.files.items()
    }
    return replace(homework, files=files)


def _renamed(content: bytes, number: int) -> bytes:
    return COMMON.sub(b"v%d" % number, content) if number % 2 else content


@dataclass(frozen=True, slots=True)
class Run:
    """One class graded: what it cost, workers, and points by submission.

    `done` has the seconds after which a submission was seen to be graded.
    """

    cost: Cost
    workers: int
    points: dict[str, float | None]
    done: dict[str, float]


def graded(checkout: Path, folder: Path, assignment: Path) -> Run:
    """Grade what lies in a folder with the grader of a checkout."""
    with TemporaryDirectory() as name:
        out, count = Path(name, "out"), Path(name, "count")
        done: dict[str, float] = {}

        def look(seconds: float) -> None:
            for submission in _points(out):
                done.setdefault(submission, seconds)

        counted = (sys.executable, ROOT / "benchmarks" / "counted.py", checkout, count)
        asked = ("class", folder / "submissions.zip", "--out", out)
        command = (*counted, *asked, "--assignment", assignment)
        cost = processes.run([*map(str, command)], checkout, look)
        look(cost.wall)
        return Run(cost, count.stat().st_size, _points(out), done)


def _points(out: Path) -> dict[str, float | None]:
    """Of each submission that is graded by now; the run holds the only lock."""
    with suppress(sqlite3.Error):
        uri = f"file:{out / 'class.sqlite'}?mode=ro&immutable=1"
        with closing(sqlite3.connect(uri, uri=True)) as base:
            return dict(base.execute(DONE))
    return {}


def cheapest(runs: Sequence[Run]) -> Run:
    """That which took the least CPU."""
    return min(runs, key=lambda run: run.cost.cpu)


def told(name: str, run: Run) -> Iterator[str]:
    """The figures of a run, a line each."""
    cost, count = run.cost, len(run.points)
    parts = ", ".join(f"{kind} {cost.by_kind[kind]:.1f}" for kind in PARTS)
    share, resident = cost.peak()
    last = cost.memory[-1]
    growth = cost.growth()
    flat = "flat" if growth <= processes.FLAT else "NOT flat"
    workers = max(run.workers, 1)
    rate = count / cost.wall
    yield f"{name}: {count} submissions in {cost.wall:.1f} s, {rate:.2f} a second"
    yield f"  CPU {cost.cpu:.1f} s, {cost.cpu / count:.3f} s each: {parts}"
    yield (
        f"  workers {run.workers}, {run.workers / count:.1f} each, "
        f"{1000 * cost.by_kind[processes.WORKER] / workers:.2f} ms of their own, "
        f"{1000 * cost.cpu / workers:.2f} ms of all"
    )
    yield (
        f"  memory: PSS {share:.0f} MiB at most, {last[0]:.0f} at the end; RSS "
        f"{resident:.0f}, {last[1]:.0f}; late to early {growth:.2f}, {flat}"
    )


def differing(one: Run, other: Run) -> list[str]:
    """The submissions of both runs that have other points in one."""
    both = one.points.keys() & other.points.keys()
    return sorted(name for name in both if one.points[name] != other.points[name])


def written(folder: Path, work: Sequence[Homework]) -> set[str]:
    """Write an export of these; the names that the grader gives to what sleeps."""
    people = course.people(len(work), random.Random(1))  # noqa: S311
    made: dict[Who, Homework] = dict(zip(people, work, strict=True))
    course.write(folder, course.Course(made, (), people), "gradescope")
    return {
        f"submission_{place}"
        for place, homework in enumerate(work, 1)
        if homework.what == "waits or loops"
    }


def among(work: Sequence[Homework], others: Sequence[Homework]) -> list[Homework]:
    """The same at regular places among others; the first comes first."""
    found = [*others]
    for place, homework in enumerate(work):
        found.insert(place * (len(others) // len(work) + 1), homework)
    return found


def main() -> None:
    """Write, grade and tell."""
    options = _options()
    with TemporaryDirectory() as name:
        top = Path(name)
        assignment = without_searches(options.assignment, top / "assignment")
        desk = Desk(load(assignment), options.seed)
        work = desk.written(options.count)
        written(top / "class", work)
        runs: dict[Path, list[Run]] = {each: [] for each in (ROOT, *options.against)}
        for checkout in [*runs] * options.rounds:
            runs[checkout].append(graded(checkout, top / "class", assignment))
            print(*told(str(checkout), runs[checkout][-1]), sep="\n", flush=True)
        best = {checkout: cheapest(found) for checkout, found in runs.items()}
        for checkout in options.against:
            print(_compared(best[ROOT], best[checkout], str(checkout)), flush=True)
        if options.sleepers:
            sleeping = [*islice(desk.sleepers(), options.sleepers)]
            _beside(top, assignment, among(sleeping, work), best[ROOT])


def without_searches(folder: Path, copy: Path) -> Path:
    """A copy of an assignment that looks for no smallest trees."""
    shutil.copytree(folder, copy)
    file = copy / "assignment.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(SEARCHES.sub("", text), encoding="utf-8")
    return copy


def _compared(one: Run, other: Run, name: str) -> str:
    cpu, wall = one.cost.cpu / other.cost.cpu, one.cost.wall / other.cost.wall
    points = ", ".join(differing(one, other)) or "none"
    return f"{cpu:.2f} of the CPU, {wall:.2f} of the time of {name}; differ: {points}"


def _beside(
    top: Path, assignment: Path, work: Sequence[Homework], without: Run
) -> None:
    """Grade the same others among what sleeps, and tell how long they took."""
    names = written(top / "beside", work)
    run = graded(ROOT, top / "beside", assignment)
    others = [seconds for name, seconds in run.done.items() if name not in names]
    print(*told("among sleepers", run), sep="\n")
    print(
        f"  the last of the others after {max(others):.1f} s, without sleepers after "
        f"{max(without.done.values()):.1f} s; sleepers took until {run.cost.wall:.1f} s"
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Grade a class of a thousand.")
    parser.add_argument("--count", type=int, default=1000, metavar="N")
    parser.add_argument("--against", type=Path, action="append", default=[])
    parser.add_argument("--rounds", type=int, default=1, metavar="N")
    parser.add_argument("--sleepers", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--assignment", type=Path, default=ROOT / "test_trees")
    return parser.parse_args()


if __name__ == "__main__":
    main()
