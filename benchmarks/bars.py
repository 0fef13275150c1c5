"""Hold gradings to their bars: in turns with a checkout of before, and with others.

`.venv/bin/python benchmarks/bars.py --against FOLDER` prints the table, where FOLDER is
another checkout with a .venv of its own. Figures of whole processes are medians.

    --rounds 9     so often each, in turns
    --count 60     submissions of the class (benchmarks/thousand.py); 0 leaves it out

CPU is that of a command and of all that it starts. It hangs less on what else a machine
does than the time on the wall; both are told, and a bar is held to that which it names.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from autograder.kinds.all import load  # noqa: E402
from autograder.sandbox.sandbox import Sandbox  # noqa: E402
from benchmarks import run, thousand  # noqa: E402
from benchmarks.measuring import Command, Row, Spent, in_turns, quietly  # noqa: E402

TREE = ("--question", "minimax", "--tree", "lectures/aima_fig_5_2")
SMALL = 2.0  # times an unprotected grader
CLASS_CPU, CLASS_WALL, WHOLE_CPU = 0.5, 0.55, 0.5  # of the state before
ONE_TREE = 0.12  # seconds, or as long as Python takes for the packages of a grader


def figure(one: Spent, other: Spent) -> str:
    """Both figures, and how they stand to another's."""
    return (
        f"{one.wall:.3f} s, {one.wall / other.wall:.2f} × wall; "
        f"{one.cpu:.3f} s, {one.cpu / other.cpu:.2f} × CPU"
    )


def baseline(what: str, one: Spent) -> str:
    """What it is held against."""
    return f"{one.wall:.3f} s, {one.cpu:.3f} s of CPU, {what}"


def small_trees(folder: Path, rounds: int) -> Row:
    """Many small tests, against a grader without protection and with our loader."""
    run.write_tests(folder)
    reference, results = ROOT / "reference", folder / "results.json"
    ours = [sys.executable, "-m", "autograder"]
    quietly([*ours, "answers", str(folder)])
    grade: Command = [*ours, reference, "--assignment", folder, "--results", results]
    script = ROOT / "benchmarks" / "unprotected.py"
    bare: Command = [
        sys.executable,
        "-I",
        script,
        folder,
        reference,
        results,
        "CSafeLoader",
    ]
    one, other = in_turns([(grade, ROOT), (bare, ROOT)], rounds)
    return Row(
        f"{run.TESTS} trees, whole process",
        figure(one, other),
        baseline("unprotected", other),
        f"≤ {SMALL} × wall",
        one.wall <= SMALL * other.wall,
    )


def whole(before: Path, rounds: int) -> Row:
    """The reference, in the checkout before and in this one, on the trees of before."""
    asked = ("reference", "--assignment", before / "test_trees")
    one, other = in_turns(
        [([each / "run_autograder", *asked], each) for each in (ROOT, before)], rounds
    )
    return Row(
        "`./run_autograder reference`",
        figure(one, other),
        baseline("before", other),
        f"≤ {WHOLE_CPU} × CPU",
        one.cpu <= WHOLE_CPU * other.cpu,
    )


def one_tree(rounds: int) -> Row:
    """The fixed part: one tree, against Python's own start with two packages."""
    ours: Command = [ROOT / "run_autograder", "reference", *TREE]
    python: Command = [sys.executable, "-c", "import pytest, yaml"]
    one, other = in_turns([(ours, ROOT), (python, ROOT)], rounds)
    return Row(
        "one tree",
        figure(one, other),
        baseline("`import pytest, yaml`", other),
        f"≤ {ONE_TREE} s, or 1.0 × wall",
        one.wall <= max(ONE_TREE, other.wall),
    )


def in_class(folder: Path, before: Path, count: int) -> Iterator[Row]:
    """A class, in the checkout before and in this one, on the trees of before."""
    assignment = thousand.without_searches(before / "test_trees", folder / "assignment")
    desk = thousand.Desk(load(assignment), seed=1)
    thousand.written(folder / "class", desk.written(count))
    theirs, ours = (
        thousand.graded(each, folder / "class", assignment) for each in (before, ROOT)
    )
    one, other = (Spent(each.cost.wall, each.cost.cpu) for each in (ours, theirs))
    told, held = figure(one, other), baseline("before", other)
    bars = f"≤ {CLASS_CPU} × CPU", f"≤ {CLASS_WALL} × wall"
    reached = one.cpu <= CLASS_CPU * other.cpu, one.wall <= CLASS_WALL * other.wall
    for bar, is_reached in zip(bars, reached, strict=True):
        yield Row(f"{count} submissions", told, held, bar, is_reached)
    most, least = ours.cost.peak()[0], theirs.cost.peak()[0]
    yield Row(
        "memory of that class (PSS)",
        f"{most:.0f} MiB",
        f"{least:.0f} MiB, before",
        "no more",
        most <= least,
    )
    other_points = thousand.differing(ours, theirs)
    yield Row(
        "submissions with other points",
        str(len(other_points)),
        ", ".join(other_points) or "none",
        "none",
        not other_points,
    )


def rows(options: argparse.Namespace) -> Iterator[Row]:
    """All of the table, each line as it comes."""
    before = options.against.resolve()
    with tempfile.TemporaryDirectory() as folder:
        yield small_trees(Path(folder), options.rounds)
    if options.count:
        with tempfile.TemporaryDirectory() as folder:
            yield from in_class(Path(folder), before, options.count)
    yield whole(before, options.rounds)
    yield one_tree(options.rounds)
    with Sandbox() as sandbox:
        yield run.one_visit(sandbox)


def main() -> int:
    """Print the table; the status tells whether all bars are met."""
    parser = argparse.ArgumentParser(description="Hold gradings to their bars.")
    parser.add_argument("--against", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--rounds", type=int, default=9, metavar="N")
    parser.add_argument("--count", type=int, default=60, metavar="N")
    options = parser.parse_args()
    assert shutil.which(options.against / "run_autograder"), "no checkout is there"
    print(f"Measured on {run.machine()}; medians of {options.rounds}, in turns.\n")
    print(
        "| what | figure | against | bar | reached |", "|---|---|---|---|---|", sep="\n"
    )
    reached = []
    for row in rows(options):
        print(row, flush=True)
        reached.append(row.reached)
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())
